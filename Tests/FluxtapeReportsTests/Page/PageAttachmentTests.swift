import FluxtapeAnswers
import FluxtapeHistory
import Testing

@testable import FluxtapeReports

/// Files that belong to a run, on its page.
struct PageAttachmentTests {
  private typealias Attachment = PageReport.Attachment

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  private static func file(_ name: String, _ bytes: [UInt8]) -> Attachment {
    Attachment(name: name, size: bytes.count) { .bytes(bytes) }
  }

  private static func html(_ attachments: [Attachment], upTo size: Int = 1 << 30) throws -> String {
    let history = try History.holding([#"{"seq":1,"t":1,"store":"a","type":"x","reduced":false}"#])
    let run = CheckedRun(history, log: "log.jsonl", findings: [])
    return try PageReport(run, statistics: try history.statistics(), attachments: attachments).page(upTo: size).html
  }

  /// The elements of the attachments.
  private static func elements(_ html: String) throws -> String {
    try PageReportTests.content(html, from: #"<details id="attachments">"#, to: "\n</details>\n<details>")
  }

  struct Example: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let shown: String

    init(_ name: String, _ bytes: [UInt8], _ shown: String) { (self.name, self.bytes, self.shown) = (name, bytes, shown) }
    init(_ name: String, _ text: String, _ shown: String) { self.init(name, Array(text.utf8), shown) }

    var testDescription: String { "\(name): \(shown)" }

    static let all = [
      Example(
        "a.png", PageAttachmentTests.png,
        #"<figure><img src="data:image/png;base64,iVBORw0KGgoBAgM=" alt="a.png"><figcaption>a.png <small>11 B</small></figcaption></figure>"#
      ),
      // The bytes decide, not the name.
      Example("a.txt", [0xFF, 0xD8, 0xFF, 0], #"<img src="data:image/jpeg;base64,/9j/AA==""#),
      Example("a.txt", "GIF89a", #"<img src="data:image/gif;base64,"#),
      Example("a.txt", "RIFF????WEBPVP8 ", #"<img src="data:image/webp;base64,"#),
      Example("a.png", "RIFF????WAVE", "<pre tabindex=\"0\">\nRIFF????WAVE</pre>"),
      Example("a.svg", "<svg onload='x()'>", "<pre tabindex=\"0\">\n&lt;svg onload=&#39;x()&#39;&gt;</pre>"),
      Example("a.txt", "", "<details><summary>a.txt <small>0 B</small></summary><pre tabindex=\"0\">\n</pre></details>"),
      Example("a.txt", "\n1\t2\r\n</pre>", "<pre tabindex=\"0\">\n\n1\t2\n&lt;/pre&gt;</pre>"),
      Example("a.txt", "password=hunter2hunter2", "\npassword=[redacted]</pre>"),
      Example("a.txt", "\u{202E}\u{1B}[2J", "<pre"),
      Example("a.bin", [0x61, 0, 0x62], "<p>a.bin <small>3 B, not shown: neither an image nor a text</small></p>"),
      Example("a.bin", [0x61, 0xFF], "not shown: neither an image nor a text"),
      Example(#"<img src=x onerror="1">.txt"#, "", "<summary>&lt;img src=x onerror=&quot;1&quot;&gt;.txt <small>"),
      Example("\u{202E}gnp\n.png", PageAttachmentTests.png, #"<img src="data:image/png"#),
      Example("{{data}}.png", PageAttachmentTests.png, #"alt="{{data}}.png""#),
    ]
  }

  /// A page without attachments.
  private static let page = Result { try html([]) }

  @Test(arguments: Example.all) func `a file is shown as what its bytes are`(_ example: Example) throws {
    let html = try Self.html([Self.file(example.name, example.bytes)])
    let elements = try Self.elements(html)
    #expect(elements.hasPrefix("<summary>1 attachment <span class=\"preview\">"))
    #expect(elements.contains(example.shown), "\(elements)")
    #expect(!html.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{0}" || $0 == "\u{1B}" } && !elements.contains("hunter2"))
    #expect(html.ranges(of: "<img").count == (elements.contains("<figure>") ? 1 : 0))
    // Nothing else is added to the document.
    for mark in ["<script", "</script", "<style", "<svg"] {
      #expect(try html.ranges(of: mark).count == Self.page.get().ranges(of: mark).count, "\(mark)")
    }
  }

  @Test func `the policy allows images only where there are some, and the style`() throws {
    let (images, texts, none) = (
      try Self.html([Self.file("a", Self.png)]), try Self.html([Self.file("a", Array("a".utf8))]), try Self.html([])
    )
    #expect(images.contains("; img-src data:; base-uri 'none'") && !texts.contains("img-src") && !none.contains("img-src"))
    for html in [images, texts] {
      let style = try PageReportTests.content(html, from: "<style>", to: "</style>")
      #expect(style.contains("#attachments") && html.contains("style-src '\(PageReport.digest(style))'"))
    }
    #expect(!none.contains("id=\"attachments\"") && !none.contains("#attachments img"))
  }

  @Test func `what a page has no room for is named, and not read`() throws {
    let unread = Attachment(name: "large", size: Attachment.largest + 1) {
      Issue.record("read")
      return .unread(reason: "")
    }
    let link = Attachment(name: "link", size: nil) { .unread(reason: "a symbolic link") }
    let grown = Attachment(name: "grown", size: 1) { .bytes(Array(repeating: 0x61, count: Attachment.largest + 1)) }
    let text = Self.file("text", Array(String(repeating: "line\n", count: 18_000).utf8))
    // Escaped, it takes more bytes than it has.
    let markup = Self.file("markup", Array(String(repeating: "<\n", count: 25_000).utf8))
    let html = try Self.html([unread, link, grown, text, text, markup], upTo: 300_000)
    let lines = try Self.elements(html).split(separator: "\n").filter { $0.hasPrefix("<p>") }
    let noRoom = "not shown: attachments take at most half of the page; --max-size allows more"
    #expect(
      lines == [
        "<p>large <small>4.00 MB, not shown: larger than 4 MB</small></p>", "<p>link <small>not shown: a symbolic link</small></p>",
        "<p>grown <small>1 B, not shown: larger than 4 MB</small></p>", "<p>text <small>90.0 kB, \(noRoom)</small></p>",
        "<p>markup <small>50.0 kB, \(noRoom)</small></p>",
      ])
    #expect(html.utf8.count <= 300_000)
  }

  @Test func `of very many files the first ones are named`() throws {
    let elements = try Self.elements(try Self.html((1...102).map { Self.file("\($0)", []) }))
    #expect(elements.hasPrefix("<summary>102 attachments ") && elements.hasSuffix("<p>… and 2 more</p>"))
  }
}
