// A shop that runs until you end it, to be moved from the inspector:
//
//   swift run --package-path samples live      writes live.jsonl, and shows the basket
//   fluxtape live.jsonl                        in another terminal: @ sets the app to the step under the cursor, z@ sets it back

import Fluxtape
import FluxtapeLive
import FluxtapeStores

let path = CommandLine.arguments.dropFirst().first ?? "live.jsonl"
let recorder = Recorder(to: path)
let basket = Store(initial: Basket(), reducer: Basket.reduce, recording: recorder.store("basket"))
let live = LiveSession(recorder)
live.attach(basket)

print(live.isListening ? "move this app with 'fluxtape \(path)'; Ctrl-C ends it" : "nothing listens: this is no debug build")
let subscription = basket.subscribe { basket in
  print("basket:", basket.items.isEmpty ? "empty" : basket.items.map(\.name).joined(separator: ", "), "·", basket.total, "cents")
}
var visitor = Visitor()
while true {
  try await Task.sleep(for: .milliseconds(700))
  visitor.act(on: basket)
}
