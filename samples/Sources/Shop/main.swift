// Plays a scripted customer into a recorded shop of three stores:
//
//   shop LOG.jsonl [--trap-in TYPE]
//
// The same log comes out every time. With --trap-in cart.checkout the program dies inside that reducer.

import Fluxtape
import FluxtapeStores
import Foundation
import ShopStores

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("shop: \(message)\n".utf8))
  exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 1 || (arguments.count == 3 && arguments[1] == "--trap-in"), !arguments[0].hasPrefix("-") else {
  fail("usage: shop LOG.jsonl [--trap-in TYPE]", status: 2)
}
let (log, typeToTrapIn) = (arguments[0], arguments.count == 3 ? arguments[2] : nil)

let clock = VirtualClock()
let recorder = Recorder(to: log, context: .sample("shop", clock: clock))
do {
  let shop = Shop(clock: clock, recorder: recorder, typeToTrapIn: typeToTrapIn)
  await ScriptedUser(of: shop, clock: clock).play()
}
recorder.close()
if let failure = recorder.failure { fail("\(failure)", status: 1) }
print("recorded; look at it with: fluxtape \(log)")
