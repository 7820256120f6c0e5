import Foundation

/// The state of a shop's app: nested structs, enums with payloads, optionals, arrays, dictionaries.
struct Shop: Codable, Sendable {
  var user: User?
  var route: Route
  var orders: Loading
  var cart: Cart
  var items: [Item]
  var stock: [String: Stock]
  var ratings: [String: Double]
  var banner: String?
  var launches: Int
}

struct User: Codable, Sendable {
  let id: UUID
  var name: String
  var city: String?
  var joined: Date
  var isMember: Bool
}

enum Route: Codable, Sendable {
  case home
  case item(id: Int, scrolledTo: Double)
  case search(String, page: Int)
}

enum Loading: Codable, Sendable {
  case idle
  case loading(since: Date)
  case loaded([Order])
  case failed(code: Int, message: String, retries: Int)
}

struct Order: Codable, Sendable {
  let number: Int
  var total: Double
  var placed: Date
  var status: Status

  enum Status: String, Codable, Sendable { case open, paid, shipped, returned }
}

struct Cart: Codable, Sendable {
  var lines: [Line]
  var coupon: String?

  struct Line: Codable, Sendable {
    let itemID: Int
    var count: Int
    var unitPrice: Double
  }
}

struct Stock: Codable, Sendable {
  var amount: Int
  var warehouse: String
  var arrives: Date?
}

enum ShopAction: Codable, Sendable {
  case quantityChanged(index: Int, to: Int)
}

extension Shop {
  static func reduce(_ state: inout Shop, _ action: ShopAction) {
    switch action {
    case .quantityChanged(let index, let quantity): state.items[index].quantity = quantity
    }
  }
}
