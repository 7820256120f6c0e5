import Testing

/// One letter inserted in the middle of a long text.
struct LongTextTests {
  @Test(arguments: [("some words ", 10_000), ("abcdefgh", 200_000), ("製品", 10_000), (#"\"\n"#, 10_000)])
  func `commands show the place where two long texts differ`(_ piece: String, length: Int) throws {
    let half = String(repeating: piece, count: length / piece.utf8.count / 2)
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(half + half)"}}"# + "\n"
        + #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(half)X\#(half)"}]}"# + "\n",
      to: "a.jsonl")
    for arguments in [["diff", log, "1", "2"], ["show", log, "2"], ["history", log, "a.text"], ["blame", "\(log):2", "a.text"]] {
      let lines = try BuiltTool.run(arguments).lines
      let line = try #require(lines.first { $0.contains("X") }, "\(arguments[0]): \(lines)")
      #expect(line.count { $0 == "X" } == 1 && line.contains("→") == (arguments[0] != "blame"), "\(line)")
      #expect(line.utf8.count < 1000, "\(arguments[0])")
    }
  }
}
