// Compares the end of an editing session with the state that a log of it leads to.
//
//     check-session SESSION.json STATE.json

import Foundation

struct Session: Decodable { let endContent: String }
struct Document: Decodable { let lines: [String] }

func read<Value: Decodable>(_ type: Value.Type, at path: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: path)))
}

let session = try read(Session.self, at: CommandLine.arguments[1])
let document = try read(Document.self, at: CommandLine.arguments[2])
// Scalar by scalar: equal strings may be spelled differently.
guard document.lines.joined(separator: "\n").unicodeScalars.elementsEqual(session.endContent.unicodeScalars) else {
  print("error: the state does not spell the document")
  exit(1)
}
print("\(document.lines.count) lines, as the session ends")
