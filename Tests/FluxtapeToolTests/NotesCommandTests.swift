import Foundation
import Testing

/// `fluxtape notes`: marks and notes that are handed over.
struct NotesCommandTests {
  private static let log = "samples/logs/shop.jsonl"

  private struct Person {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func run(_ arguments: String...) throws -> BuiltTool.Answer {
      try BuiltTool.run(arguments, environment: ["XDG_DATA_HOME": folder.url.path])
    }

    /// Makes notes as the inspector does: a line for each.
    func add(_ lines: [String]) throws {
      let file = try folder.write(lines.map { $0 + "\n" }.joined(), to: "mine.jsonl")
      let answer = try run("notes", NotesCommandTests.log, "--import", file)
      #expect(answer.status == 0, "\(answer.errors)")
    }
  }

  @Test func `notes are printed with their steps`() throws {
    let person = try Person()
    let none = try person.run("notes", Self.log)
    #expect(none.status == 1 && none.errors.contains("no marks or notes; in the inspector, m and a letter marks a step"))
    try person.add([#"{"mark":"a","step":49}"#, #"{"note":"why \u001b[2J twice?","step":49}"#, #"{"note":"late","step":9999}"#])
    let answer = try person.run("notes", Self.log)
    #expect(answer.status == 0)
    let line = try #require(answer.lines.first { $0.contains(":49 ") })
    #expect(line.contains("a") && line.contains("cart.checkoutFailed") && line.contains("twice?") && !line.contains("\u{1B}"))
    #expect(answer.lines.contains { $0.contains("(not in the log)") && $0.contains("late") })
  }

  @Test func `what one person exports another adds, and nothing is lost or added twice`() throws {
    let (one, other) = (try Person(), try Person())
    try one.add([#"{"mark":"a","step":49}"#, #"{"mark":"b","step":50}"#, #"{"note":"theirs","step":49}"#])
    try other.add([#"{"mark":"b","step":60}"#, #"{"note":"mine","step":49}"#])
    let file = one.folder.path("handed.jsonl")
    #expect(try one.run("notes", Self.log, "--export", file).status == 0)
    let added = try other.run("notes", Self.log, "--import", file)
    #expect(added.status == 0 && added.errors == "fluxtape: 2 added; these letters mark other steps here: b\n")
    let notes = try other.run("notes", Self.log)
    #expect(notes.lines.contains { $0.contains(":49 ") && $0.contains("mine | theirs") && $0.contains(" a ") })
    #expect(notes.lines.contains { $0.contains(":60 ") && $0.contains(" b ") } && !notes.lines.contains { $0.contains(":50 ") })
    let again = try other.run("notes", Self.log, "--import", file)
    #expect(again.errors == "fluxtape: 0 added, 2 were there already; these letters mark other steps here: b\n")
    // And back: neither note stands twice.
    let back = other.folder.path("back.jsonl")
    #expect(try other.run("notes", Self.log, "--export", back).status == 0)
    #expect(try one.run("notes", Self.log, "--import", back).status == 0)
    #expect(try one.run("notes", Self.log).lines.contains { $0.contains("theirs | mine") && !$0.contains("theirs | mine |") })
  }

  @Test func `an exported file is readable as others are, and overwrites no lines that it lacks`() throws {
    let person = try Person()
    try person.add([#"{"mark":"a","step":49}"#])
    let (file, usual) = (person.folder.path("handed.jsonl"), try person.folder.write("no notes\n", to: "usual.txt"))
    let answer = try person.run("notes", Self.log, "--export", file)
    #expect(answer.status == 0 && answer.errors == "fluxtape: 1 mark or note written to \(file)\n")
    #expect(try person.run("notes", Self.log, "--export", file).status == 0)
    let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    try BuiltTool.shell(": > \"$1\"", person.folder.path("touched"))
    let expected = try FileManager.default.attributesOfItem(atPath: person.folder.path("touched"))[.posixPermissions] as? Int
    #expect(permissions != nil && permissions == expected)
    let refused = try person.run("notes", Self.log, "--export", usual)
    #expect(refused.status == 2 && refused.errors.contains("not overwritten: it has lines that these notes lack; choose another name, or"))
    #expect(try String(contentsOfFile: usual, encoding: .utf8) == "no notes\n")
    let theirs = #"{"mark":"a","step":49}"# + "\n" + #"{"note":"theirs","step":50}"# + "\n"
    let other = try person.folder.write(theirs, to: "theirs.jsonl")
    let kept = try person.run("notes", Self.log, "--export", other)
    #expect(kept.status == 2 && kept.errors.contains("not overwritten") && kept.errors.contains(":import"))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == theirs)
    #expect(try person.run("notes", Self.log, "--import", other).status == 0)
    #expect(try person.run("notes", Self.log, "--export", other).status == 0)
  }

  @Test func `a page shows the notes of its log, and without them it is the same for all`() throws {
    let (one, other) = (try Person(), try Person())
    func page(_ person: Person, _ options: String...) throws -> String {
      let path = person.folder.path("page.html")
      let arguments = ["report", Self.log, "--output", path] + options
      let answer = try BuiltTool.run(arguments, environment: ["XDG_DATA_HOME": person.folder.url.path])
      #expect(answer.status == 0, "\(answer.errors)")
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    try one.add([#"{"mark":"a","step":49}"#, #"{"mark":"b","step":49}"#, #"{"note":"why <b>twice</b>?","step":49}"#])
    let noted = try page(one)
    #expect(noted.contains(#""marks":["a","b"],"text":"why \u003cb>twice\u003c/b>?""#) && !noted.contains("<b>"))
    let bare = try page(other)
    #expect(try page(one, "--without-notes") == bare)
    #expect(noted != bare)
  }

  @Test(arguments: [["--export", "a", "--import", "b"], ["--import", "README.md"], ["--import", "/nowhere"]])
  func `options that exclude each other, and files without notes, are refused`(_ options: [String]) throws {
    let person = try Person()
    let answer = try BuiltTool.run(["notes", Self.log] + options, environment: ["XDG_DATA_HOME": person.folder.url.path])
    #expect(answer.status == 2)
  }

  @Test func `a log that is not there is not a log without notes`() throws {
    #expect(try Person().run("notes", "no.jsonl").status == 3)
  }
}
