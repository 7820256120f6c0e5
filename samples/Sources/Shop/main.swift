// Plays a scripted customer into a recorded shop of three stores:
//
//   shop LOG.jsonl [--trap-in TYPE] [--negative-total]
//
// The same log comes out every time. With --trap-in cart.checkout the program dies inside that reducer; with --negative-total
// the cart's reducer has a bug, and the log is samples/logs/shop-negative-total.jsonl.

import Fluxtape
import FluxtapeStores
import Foundation
import SampleWorld
import ShopStores

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("shop: \(message)\n".utf8))
  exit(status)
}

let usage = "usage: shop LOG.jsonl [--trap-in TYPE] [--negative-total]"
var arguments = Array(CommandLine.arguments.dropFirst())
let isFlawed = arguments.contains("--negative-total")
arguments.removeAll { $0 == "--negative-total" }
guard arguments.count == 1 || (arguments.count == 3 && arguments[1] == "--trap-in"), !arguments[0].hasPrefix("-") else {
  fail(usage, status: 2)
}
let (log, typeToTrapIn) = (arguments[0], arguments.count == 3 ? arguments[2] : nil)

let clock = VirtualClock()
let recorder = Recorder(to: log, context: .sample("shop", run: isFlawed ? "shop-negative-total" : nil, clock: clock))
do {
  let shop = Shop(clock: clock, recorder: recorder, typeToTrapIn: typeToTrapIn, cartFlaw: isFlawed ? .retryTakenForPaid : nil)
  await ScriptedUser(of: shop, clock: clock).play()
}
recorder.close()
if let failure = recorder.failure { fail("\(failure)", status: 1) }
print("recorded; look at it with: fluxtape \(log)")
