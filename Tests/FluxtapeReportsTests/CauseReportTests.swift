import FluxtapeHistory
import FluxtapeReports
import Testing

struct CauseReportTests {
  @Test(arguments: [
    ("", "no recorded cause"), (#""cause":9,"#, "the log names step 9 as the cause, which is not an earlier step of this log"),
  ])
  func `a cause that is no earlier step is told`(member: String, words: String) throws {
    let history = try History.holding([#"{"seq":1,"t":1,"store":"a","type":"x",\#(member)"patch":[]}"#])
    #expect(CauseReport(history.why(0), of: history, log: "log.jsonl").text.first == "  " + words)
  }
}
