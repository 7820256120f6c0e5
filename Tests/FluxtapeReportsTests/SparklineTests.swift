import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import Testing

struct SparklineTests {
  /// The sparkline of a value with these successive values.
  private func sparkline(_ values: [String]) throws -> String {
    let history = try History.holding(
      values.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0),"store":"a","type":"x","state":{"n":\#($1)}}"# })
    let path = try StatePath(parsing: "a.n")
    let answer = try Question.history.answer(Asked(history, log: "log", paths: [path])).get()
    let line = try #require(answer.sparklines(of: [path]).first)
    return String(line.split(separator: " ")[1])
  }

  @Test(arguments: [
    (["1", "null", "2"], "▁·█"), (["1", "2", "true", "1"], "▁█·▁"), (["null", "1", "2", "null"], "·▁█·"), (["1", "2"], "▁█"),
    (["-1.7e308", "1.7e308", "1e400"], "▁█·"),
  ])
  func `a sparkline has a gap where the value is no number`(values: [String], line: String) throws {
    #expect(try sparkline(values) == line)
  }

  @Test func `of many changes, numbers and gaps are both seen`() throws {
    let once = try sparkline((1...300).map { $0 == 150 ? "null" : "\($0)" })
    #expect(once.count == 60 && once.count { $0 == "·" } == 1)
    let often = try sparkline((1...300).map { $0 % 2 == 0 ? "null" : "\($0)" })
    #expect(often.count == 60 && often.count { $0 == "·" } == 30)
    #expect(often.hasPrefix("·▁·▁") && often.hasSuffix("·█"))
  }
}
