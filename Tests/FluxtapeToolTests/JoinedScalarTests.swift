import Testing

@testable import FluxtapeTool

/// Signs that Swift joins with what stands beside them to one character.
struct JoinedScalarTests {
  @Test(arguments: [
    ("run 'a b'\u{301} c", ["run", "a b\u{301}", "c"]), ("run '\u{301}a b' c", ["run", "\u{301}a b", "c"]),
    ("run \"a \u{D4E}\" b", ["run", "a \u{D4E}", "b"]), ("run a\\ \u{301}b", ["run", "a \u{301}b"]),
  ])
  func `a command line is split as a shell splits it`(line: String, words: [String]) throws {
    #expect(try CommandWords.split(line) == words)
  }

  @Test(arguments: ["../../x", "/\u{301}..\u{D4E}/..", "/\u{FE0F}x", "/\u{200D}x\0\u{301}"])
  func `no name of a store leads to another folder`(store: String) {
    let path = DevToolsFiles.path("out.json", of: store)
    #expect(!path.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 })
  }
}
