import Fluxtape
import FluxtapeHistory
import FluxtapeReplay
import Foundation
import Testing

/// A store that is recorded for one test.
struct Cart: Codable, Equatable, Sendable {
  struct Item: Codable, Equatable, Sendable {
    var id: String
    var qty: Int
  }

  var items: [Item] = []
  var total = 0
  var note = ""
  var token = ""
}

enum CartAction: Codable, Equatable, Sendable {
  case itemAdded(id: String, qty: Int)
  case noteChanged(String)
  case loggedIn(token: String)
  case emptied
}

func cartReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .itemAdded(let id, let qty): cart.items.append(Cart.Item(id: id, qty: qty))
  case .noteChanged(let note): cart.note = note
  case .loggedIn(let token): cart.token = token
  case .emptied: cart = Cart(token: cart.token)
  }
  cart.total = cart.items.reduce(0) { $0 + $1.qty * 100 }
}

enum Recorded {
  static let actions: [CartAction] = [
    .itemAdded(id: "p1", qty: 1), .itemAdded(id: "p2", qty: 3), .noteChanged("two bags"), .noteChanged("two bags, please"), .emptied,
    .itemAdded(id: "p3", qty: 2), .emptied, .emptied,
  ]

  /// The log that a recorder writes while `reducer` handles these actions.
  static func log<State: Sendable, Action: Sendable>(
    _ actions: [Action], from initial: State, options: RecorderOptions = RecorderOptions(), reducer: @escaping (inout State, Action) -> Void
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "fluxtape-replay-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let recorder = Recorder(to: file, options: options)
    let store = recorder.store("cart")
    let recorded = store.reducer(reducer)
    var state = initial
    for action in actions { recorded(&state, action) }
    recorder.close()
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  static func cart(_ actions: [CartAction] = actions) throws -> Recording {
    try recording(log(actions, from: Cart(), reducer: cartReducer))
  }

  static func recording(_ log: String) throws -> Recording {
    let file = FileManager.default.temporaryDirectory.appending(path: "fluxtape-replay-\(UUID().uuidString).jsonl").path
    try Data(log.utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try Recording(file)
  }
}
