import FluxtapeAnswers
import Testing

struct TableTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("", ""), ("-5", "-5"), ("+1.5", "+1.5"),
    ("=1+2", "\"'=1+2\""), ("+1 -1", "\"'+1 -1\""), ("-cmd|x", "\"'-cmd|x\""), ("@SUM(A1)", "\"'@SUM(A1)\""), ("\t=1", "␉=1"),
    ("＝1+1", "\"'＝1+1\""), ("＋1", "\"'＋1\""), ("－1", "\"'－1\""), ("＠SUM(A1)", "\"'＠SUM(A1)\""), ("﹦1", "\"'﹦1\""), ("−1", "\"'−1\""),
    ("=\u{301}1", "\"'=\u{301}1\""), ("a\nb", "a␊b"),
    ("\u{202E}x", "‹202E›x"), ("'quoted'", "\"'quoted'\""), (" =1", "\" '=1\""), ("-inf", "\"'-inf\""),
    ("a;=1", "\"a;'=1\""), ("a; \"+cmd|x", "\"a; \"\"'+cmd|x\""), ("a;-5", "a;-5"), ("range 1; -5; +3", "range 1; -5; +3"),
    ("a; -5+x", "\"a; '-5+x\""), ("a;b", "a;b"), ("\"=1\"", "\"\"\"=1\"\"\""),
  ])
  func `a field of CSV is no formula and breaks no line`(text: String, field: String) {
    var table = Table([.init("title")])
    table.append([text])
    #expect(table.csv == ["title", field])
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("<b>&", "&lt;b&gt;&amp;"), ("`x` *y* _z_", "\\`x\\` \\*y\\* \\_z\\_"), ("[a](b)", "\\[a\\](b)"),
    ("@octo #1", "\\@&#8203;octo \\#&#8203;1"), ("@@INIT", "\\@\\@&#8203;INIT"), ("a@b.c", "a\\@&#8203;b.c"), ("@ # !", "\\@ \\# \\!"),
    ("octo/cart#12 GH-12 !12", "octo/cart\\#&#8203;12 GH-&#8203;12 \\!&#8203;12"), ("www.x.y", "www&#46;x.y"),
    ("fixed in 9f2c41d", "fixed in 9f2&#8203;c41d"), ("15 → 1732179600000 cafe", "15 → 1732179600000 cafe"),
    ("|\u{301}`\u{301}", "\\|\u{301}\\`\u{301}"),
    ("https://x", "https&#58;//x"), ("at: https://\u{301}x", "at: https&#58;//\u{301}x"), ("a\nb", "a␊b"),
  ])
  func `a cell of Markdown shows its text and nothing else`(text: String, cell: String) {
    var table = Table([.init("t", .right)])
    table.append([text])
    #expect(table.markdown == ["| t |", "| ---: |", "| \(cell) |"])
  }

  @Test func `columns are as wide as what is in them, wide characters and all`() {
    var table = Table([.init("name"), .init("n", .right), .init("rest")])
    table.append(["茶碗", "5", "x\u{1B}[31m"])
    table.append(["a", "1000"])
    #expect(table.text == ["name     n  rest", "茶碗     5  x␛[31m", "a     1000"])
  }

  @Test(arguments: [
    (60, ["store        type          n  zero  us", "longer-name  some.thing  100     0   7"]),
    (32, ["store        type          n  us", "longer-name  some.thing  100   7"]),
    (28, ["store        type          n", "longer-name  some.thing  100"]),
    (24, ["store     type         n", "long…ame  some…hing  100"]),
    (5, ["store   type      n", "lon…me  som…ng  100"]),
  ])
  func `a narrow table leaves out what tells nothing, then what tells less, and cuts long cells`(width: Int, lines: [String]) {
    var table = Table([.init("store"), .init("type"), .init("n", .right), .init("zero", .right), .init("us", .right)])
    table.append(["longer-name", "some.thing", "100", "0", "7"])
    #expect(table.narrowed(to: width, leavingOut: ["us", "zero"], cutting: ["store", "type"]).text == lines)
  }
}
