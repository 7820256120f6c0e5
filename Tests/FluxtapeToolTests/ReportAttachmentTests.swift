import Foundation
import Testing

/// Files beside a log, on the page that `report` writes.
struct ReportAttachmentTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  private let folder: TemporaryFolder
  private let log: String

  /// A log with attachments of all kinds.
  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(#"{"seq":1,"t":1,"store":"a","type":"x","reduced":false}"# + "\n", to: "Cart.a.1-failed.jsonl")
    let inside = "Cart.a.1-failed.attachments"
    try FileManager.default.createDirectory(atPath: folder.path(inside + "/folder"), withIntermediateDirectories: true)
    try Self.png.write(to: folder.url.appendingPathComponent(inside + "/screen.png"))
    _ = try folder.write("password=hunter2hunter2 <b>", to: inside + "/output.txt")
    _ = try folder.write("", to: inside + "/.unlisted")
    _ = try folder.write(#"{"seq":1,"t":1,"store":"a","type":"x","reduced":false}"# + "\n", to: inside + "/other.jsonl")
    _ = try folder.write("kept elsewhere", to: "secret.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path(inside + "/link"), withDestinationPath: folder.path("secret.txt"))
    #expect(unsafe mkfifo(folder.path(inside + "/pipe"), 0o600) == 0)
  }

  private func page(_ options: String...) throws -> String {
    let answer = try BuiltTool.run(["report", log, "-o", folder.path("page.html")] + options)
    #expect(answer.status == 0 && answer.errors == "", "\(answer.errors)")
    return try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
  }

  @Test func `files in the folder beside a log are on its page, by name`() throws {
    let html = try page()
    let shown = [
      "<summary>6 attachments ", "<p>folder <small>not shown: a folder</small></p>",
      "<p>link <small>not shown: a symbolic link</small></p>",
      "<summary>other.jsonl <small>", "<summary>output.txt <small>", "password=[redacted] &lt;b&gt;</pre>",
      "<p>pipe <small>not shown: not a regular file</small></p>", #"<img src="data:image/png;base64,iVBORw0KGgo=" alt="screen.png">"#,
    ]
    var rest = html[...]
    for text in shown {
      let range = try #require(rest.firstRange(of: text), "\(text)")
      rest = rest[range.upperBound...]
    }
    #expect(!html.contains("hunter2") && !html.contains("kept elsewhere") && !html.contains(".unlisted"))
  }

  @Test func `files that are named are added, and the folder may be left out`() throws {
    let screen = try page("--attach", folder.path("secret.txt"), "--without-attachments")
    #expect(screen.contains("<summary>1 attachment ") && screen.contains("\nkept elsewhere</pre>"))
    #expect(try page("--attach", folder.path("secret.txt")).contains("<summary>7 attachments "))
    let none = try page("--without-attachments")
    #expect(!none.contains(#"id="attachments""#) && !none.contains("img-src"))
  }

  @Test func `attachments are no logs, and the pages of a folder show those of their logs`() throws {
    let answer = try BuiltTool.run("report", folder.url.path, "-o", folder.path("pages"))
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("pages")).sorted() == ["index.html", "report.html"])
    #expect(try String(contentsOfFile: folder.path("pages/report.html"), encoding: .utf8).contains("<summary>6 attachments "))
  }

  @Test(arguments: [
    (["page.html", "--attach", "no-such.png"], "--attach no-such.png: cannot be found"),
    (["page.html", "--attach", "samples"], "--attach samples: a folder"), (["page.md", "--attach", "README.md"], "ending in .html"),
    (["pages", "--attach", "README.md"], "must end in .html"),
  ])
  func `a file that cannot be attached is refused`(_ options: [String], _ says: String) throws {
    let answer = try BuiltTool.run(["report", log, "-o"] + [folder.path(options[0])] + options.dropFirst())
    #expect(answer.status == 2 && answer.errors.contains(says), "\(answer.errors)")
  }
}
