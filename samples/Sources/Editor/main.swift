// Plays a real editing session into a recorded store, one action per transaction:
//
//   editor SESSION.json LOG.jsonl [--first N]

import Fluxtape
import FluxtapeStores
import Foundation

/// One transaction of the session: what the author's keystroke did to the text.
struct Edit: Codable, Equatable, Sendable {
  let patches: [EditingSession.Patch]
}

func edit(_ document: inout Document, _ edit: Edit) {
  for patch in edit.patches { document.replace(patch.deleted, at: patch.position, with: patch.inserted) }
}

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("editor: \(message)\n".utf8))
  exit(status)
}

func play(_ session: EditingSession, first count: Int, into log: String) {
  let recorder = Recorder(to: log)
  let store = Store(initial: Document(text: session.startContent), reducer: edit, recording: recorder.store("editor"))
  for transaction in session.txns.prefix(count) { store.dispatch(Edit(patches: transaction.patches)) }
  recorder.close()
  if let failure = recorder.failure { fail("\(failure)", status: 1) }
  if count >= session.txns.count, store.state.text != session.endContent {
    fail("the text at the end is not the session's", status: 1)
  }
  print("\(min(count, session.txns.count)) transactions recorded; look at them with: fluxtape \(log)")
}

let arguments = CommandLine.arguments.dropFirst()
let paths = Array(arguments.prefix { !$0.hasPrefix("--") })
let options = Array(arguments.dropFirst(paths.count))
guard paths.count == 2, options.isEmpty || (options.count == 2 && options[0] == "--first") else {
  fail("usage: editor SESSION.json LOG.jsonl [--first N]", status: 2)
}
guard let count = options.isEmpty ? Int.max : Int(options[1]), count >= 0 else { fail("--first takes a number, 0 or more", status: 2) }

do {
  play(try EditingSession(contentsOf: paths[0]), first: count, into: paths[1])
} catch {
  fail("\(paths[0]) cannot be read: \(error)", status: 3)
}
