import FluxtapeLog
import Testing

struct ShellWordTests {
  @Test(arguments: [
    ("shop.jsonl:2", "shop.jsonl:2"), ("my shop.jsonl", "'my shop.jsonl'"), ("it's", #"'it'\''s'"#), ("", "''"), ("$(rm)", "'$(rm)'"),
    ("a\nb", "'a\nb'"), ("~", "'~'"),
  ])
  func `a text is one word for the shell`(text: String, word: String) { #expect(ShellWord.quoted(text) == word) }

  // Swift joins each of these to one character; a shell does not.
  @Test(arguments: ["'\u{301}", "\u{D4E}'", "'\u{FE0F}", "'\u{200D}", "'\r\n'"])
  func `no mark beside a quotation mark hides it`(text: String) {
    let scalars = ShellWord.quoted(text).unicodeScalars
    let pieces = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    #expect(scalars.elementsEqual(("'" + pieces.joined(separator: "'\\''") + "'").unicodeScalars))
  }
}
