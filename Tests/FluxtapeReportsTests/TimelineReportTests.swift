import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct TimelineReportTests {
  static let first = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#

  /// The second row of a log, as text and as JSON.
  struct Case: CustomTestStringConvertible {
    let record: String
    let line: String
    let json: String
    var testDescription: String { record }
  }

  @Test(arguments: [
    Case(
      record: #"{"seq":2,"t":-1500000,"store":"a","type":"x","dur":7,"patch":[{"op":"add","path":"/m","value":1}]}"#,
      line: "  2  -1.500000s       a  x                             +1",
      json: #"{"seq":2,"t":-1500000,"store":"a","type":"x","dur":7,"changes":{"added":1,"removed":0,"replaced":0,"moved":0}}"#),
    Case(
      record: #"{"seq":2,"t":1,"store":"a","type":"x","omitted":"limit"}"#,
      line: "  2  +0.000001s       a  x                                        state not recorded",
      json: #"{"seq":2,"t":1,"store":"a","type":"x","omitted":true}"#),
    Case(
      record: #"{"seq":2,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"started"}}"#,
      line: "  2  +0.000001s       a  x                                        1 started  pending",
      json: #"{"seq":2,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"started"},"pending":true}"#),
    Case(
      record: #"{"seq":2,"t":1,"store":"a","type":"x","cause":1,"reduced":false,"error":{"type":"E","message":"no"}}"#,
      line: "  2  +0.000001s       a  x                                        failed  not reduced  cause 1",
      json: #"{"seq":2,"t":1,"store":"a","type":"x","cause":1,"error":true,"unreduced":true}"#),
    Case(
      record: #"{"seq":1,"t":1,"store":"a","type":"x","patch":[]}"#,
      line: "  1  +0.000001s       a  x                                        duplicate seq",
      json:
        #"{"seq":1,"t":1,"store":"a","type":"x","changes":{"added":0,"removed":0,"replaced":0,"moved":0},"duplicate":true}"#),
    Case(
      record: #"{"seq":2,"t":1,"store":"a store with a very long name","type":"x","reduced":true,"patch":[]}"#,
      line: "  2  +0.000001s       a store …ng name  x",
      json:
        #"{"seq":2,"t":1,"store":"a store with a very long name","type":"x","changes":{"added":0,"removed":0,"replaced":0,"moved":0}}"#),
    Case(
      record: #"{"seq":2,"t":1,"mark":"a\u001b[31m\nb\u202e","level":"error"}"#,
      line: "  2  +0.000001s       mark  a␛[31m␊b‹202E›                           error",
      json: #"{"seq":2,"t":1,"mark":"a\u001B[31m\nb\u202e","level":"error"}"#),
    Case(
      record: #"{"seq":2,"t":1,"gap":{"lost":3,"first":1,"last":1,"reason":"full"}}"#,
      line: "  2  +0.000001s       gap  full                                     3 lost",
      json: #"{"seq":2,"t":1,"gap":"full","lost":3,"first":1,"last":1}"#),
    Case(
      record: #"{"seq":2,"t":1,"weather":"rain"}"#, line: "  2  +0.000001s       unknown  record of an unknown kind",
      json: #"{"seq":2,"t":1,"unknown":true}"#),
    Case(
      record: "[]", line: " @2                   bad line  a log line is a JSON object, this is an array",
      json: #"{"line":2,"bad":"a log line is a JSON object, this is an array"}"#),
    Case(record: #"{"seq":2,"t":1,"end":"closed"}"#, line: "  2  +0.000001s       end  closed", json: #"{"seq":2,"t":1,"end":"closed"}"#),
  ])
  func `a row is a line, or an object, with what is special about it`(_ example: Case) throws {
    let history = try History.holding([Self.first, example.record])
    let report = TimelineReport(history)
    #expect(report.line(1) == example.line)
    #expect(report.json(1).printableText == example.json)
  }

  @Test func `steps are as wide as the last one, and a jump is a row`() throws {
    let report = TimelineReport(try .holding([Self.first, #"{"seq":12345,"t":1,"mark":"m"}"#]))
    #expect(report.line(0) == "    1  +0.000000s       a  @@INIT")
    #expect(report.line(1) == "    -                   gap  steps 2 to 12344 are missing")
    #expect(report.json(1).text == #"{"gap":"steps 2 to 12344 are missing","lost":12343,"first":2,"last":12344}"#)
  }
}
