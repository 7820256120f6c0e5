import Fluxtape
import FluxtapeJSON
import FluxtapeLive
import FluxtapeLiveWire

/// Forks while a client has locked the app: `live LOG`.
///
/// Prints `held` if the parent's action is held, `child N STATUS`, and `released` if the action went on after the child had ended its session.
func forkLocked(to log: String) {
  let recorder = Recorder(to: log)
  let live = LiveSession(recorder, inReleaseBuilds: true)
  guard let address = LiveAddress.find(besideLog: log), let client = try? LiveSocket.connected(to: address) else { stop("no session") }
  var seen = ""
  func ask(_ json: JSONValue, until reply: String) {
    _ = client.send((json.bytes + [UInt8(ascii: "\n")])[...])
    while !seen.contains(reply) {
      guard client.wait(for: 1, milliseconds: 20_000), let bytes = client.receive() else { stop("no reply") }
      seen += String(decoding: bytes, as: UTF8.self)
    }
  }
  ask(LiveGreeting.client(name: "test", token: nil).json, until: "status")
  ask(LiveCommand.lock.json(id: 1), until: "\"done\"")

  nonisolated(unsafe) var hasRun = false
  live.hold("s0", isolation: nil) { unsafe hasRun = true }
  if unsafe !hasRun { say("held") }
  let child = forkProcess()
  if child == 0 {
    limitLife(seconds: 20)
    // The child has no thread that could release it.
    live.hold("s0", isolation: nil) { unsafe hasRun = true }
    live.close()
    endAtOnce(unsafe hasRun ? 7 : 1)
  }
  say("child \(child) \(waitForEnd(of: child) ?? -1)")
  seen = ""
  ask(LiveCommand.unlock.json(id: 2), until: "1 held action goes on")
  if unsafe hasRun, LiveAddress.find(besideLog: log) != nil { say("released") }
  live.close()
  recorder.close()
  endAtOnce(0)
}
