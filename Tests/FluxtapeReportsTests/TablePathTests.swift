import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeReports

struct TablePathTests {
  @Test func `two keys that only their bytes tell apart have two paths`() throws {
    let keys = ["caf\u{E9}", "cafe\u{301}"]
    let document = try JSONNode(parsing: "{" + keys.map { "\"\($0)\":{\"n\":1}" }.joined(separator: ",") + "}")
    let pointers = keys.map { JSONPointer(tokens: [$0, "n"]) }
    var paths = TablePaths()
    for pointer in pointers {
      var alone = TablePaths()
      let (path, expected) = (paths.path(of: pointer, in: document).path, alone.path(of: pointer, in: document).path)
      #expect(Array(path.utf8) == Array(expected.utf8))
    }
  }
}
