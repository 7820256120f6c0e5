import Testing

@testable import Fluxtape

struct SecretPathTests {
  @Test(arguments: [
    ("", [String]()), ("/", [""]), ("/user/email", ["user", "email"]), ("user/email", ["user", "email"]),
    ("/users/*/email", ["users", "*", "email"]),
    ("/a~1b/m~0n", ["a/b", "m~n"]), ("/a~b", ["a~b"]), ("//", ["", ""]), ("/$id", ["$id"]),
  ])
  func `is read as a pointer`(text: String, tokens: [String]) {
    #expect(SecretPath(text).tokens == tokens)
  }

  @Test func `is one for all stores, or for those of a name`() {
    let paths: Set<SecretPath> = ["/a", SecretPath("/a", in: "cart"), "/a"]
    #expect(paths.count == 2)
    #expect(paths.map(\.store).contains("cart"))
  }
}
