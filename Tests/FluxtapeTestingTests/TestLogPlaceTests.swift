import Testing

@testable import FluxtapeTesting

struct TestLogPlaceTests {
  struct Example {
    var log: String?
    var keep: String?
    var folder: String?
    var keeps: TestLogPlace.Keep = .onFailure
    var newest: Int? = nil
  }

  @Test(arguments: [
    Example(log: nil, keep: nil, folder: "standard", newest: 5),
    Example(log: "", keep: "", folder: "standard", newest: 5),
    Example(log: "off", keep: "always", folder: nil),
    Example(log: "artifacts/logs", keep: "always", folder: "artifacts/logs", keeps: .always),
    Example(log: "logs/", keep: "on-failure-and-retries", folder: "logs/", keeps: .onFailureAndRetries),
    Example(log: "run.jsonl", keep: "everything", folder: "run"),
  ])
  func `the environment says where logs go and which stay`(_ example: Example) {
    let place = TestLogPlace(log: example.log, keep: example.keep, fallback: "standard")
    #expect(place?.folder == example.folder)
    #expect(place == nil || place?.keep == example.keeps)
    #expect(place?.newestKept == example.newest)
  }

  @Test(arguments: [
    ("total", "total"), ("a sentence", "a-sentence"), ("Outer/Inner", "Outer.Inner"), ("-2", "2-"), ("(p: 1, q: 2)", "p-1-q-2-"),
    ("合計", "合計"), ("a\u{D4E}/../b", "a-b-"), ("e\u{301}", "e\u{301}"),
    ("", ""), ("…", ""), (String(repeating: "x", count: 30), "xxxxxxxxxxxxxxxxxxxx-"),
  ])
  func `any text makes a file's name, with a digest if something is left out`(_ text: String, _ beginning: String) {
    let name = FileName.of(text, longest: 20)
    #expect(name.hasPrefix(beginning))
    #expect(name.count == beginning.count || name.count == beginning.count + 6)
    #expect(!name.utf8.contains(UInt8(ascii: "/")))
  }
}
