import FluxtapeInterop
import Testing

struct ForeignFormTests {
  struct Beginning: CustomTestStringConvertible {
    let text: String
    let form: ForeignForm?
    var testDescription: String { String(text.prefix(60)) }

    init(_ text: String, _ form: ForeignForm?) { (self.text, self.form) = (text, form) }
  }

  @Test(arguments: [
    Beginning(#"{"fluxtape":1,"run":"r","action":{}}"#, nil), Beginning(#"{"seq":1,"t":0,"store":"s","type":"A"}"#, nil),
    Beginning(#"{"type":"A","store":"s","t":3,"seq":1}"#, nil), Beginning(#"{"completes":1,"t":0}"#, nil), Beginning("", nil),
    Beginning("   \n", nil), Beginning("not JSON", nil), Beginning("[1,2]", nil), Beginning("[", nil), Beginning(#"{"a":1}"#, nil),
    Beginning(#"{"a":"#, nil), Beginning(#"{"a\"#, nil), Beginning("{", nil), Beginning("\"text\"", nil),
    Beginning(#"{"action":{"type":"A"},"state":{}}"#, .reduxLogger),
    Beginning(#"{"type":"A","payload":"[text]","state":{}}"#, .reduxLogger),
    Beginning("\u{FEFF}\n {\"time\":3,\"type\":\"A\"}", .reduxLogger), Beginning(#"{"type":"A","payload":"plain"}"#, .reduxLogger),
    Beginning(#"{"state":{"seq":1,"fluxtape":{"a":"}"}},"type":"A"}"#, .reduxLogger),
    Beginning(#"{"payload":"[]"}"#, .reduxDevTools), Beginning("{\n\t\"payload\": \"[]\"", .reduxDevTools),
    Beginning(#"{"preloadedState":"1"}"#, .reduxDevTools),
    Beginning(#"{"monitorState":{},"nextActionId":2,"actionsById":{"#, .reduxDevTools),
    Beginning(#"[{"type":"A"}]"#, .reduxDevTools), Beginning(" [ ]", .reduxDevTools),
    Beginning(#"{"computedStates":[{"state":"# + String(repeating: "[", count: 100_000), .reduxDevTools),
  ])
  func `the form shows in the contents`(_ beginning: Beginning) {
    #expect(ForeignForm(ofFileBeginning: Array(beginning.text.utf8)) == beginning.form)
  }
}
