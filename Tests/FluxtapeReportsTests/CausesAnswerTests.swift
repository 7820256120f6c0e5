import FluxtapeAnswers
import FluxtapeHistory
import Testing

struct CausesAnswerTests {
  @Test(arguments: [
    ("", "no recorded cause"), (#""cause":9,"#, "the log names step 9 as the cause, which is not an earlier step of this log"),
  ])
  func `a cause that is no earlier step is told`(member: String, words: String) throws {
    let history = try History.holding([#"{"seq":1,"t":1,"store":"a","type":"x",\#(member)"patch":[]}"#])
    #expect(try Question.why.answer(Asked(history, log: "log.jsonl", row: 0)).get().text.prefix(2) == ["log.jsonl:1", "  " + words])
  }
}
