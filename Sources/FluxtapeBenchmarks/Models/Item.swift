import Foundation

/// An item for sale, as in the long lists of an app.
struct Item: Codable, Sendable {
  let id: Int
  var name: String
  var price: Double
  var quantity: Int
  var isFavourite: Bool
  var note: String?
  var added: Date
}

/// A state that consists mostly of one long list.
struct Catalog: Codable, Sendable {
  var title: String
  var items: [Item]
  var selected: Int?
  var revision: Int
}

enum CatalogAction: Codable, Sendable {
  case priceChanged(index: Int, price: Double)
  case queued(Item)
  case dequeued
}

extension Catalog {
  static func reduce(_ state: inout Catalog, _ action: CatalogAction) {
    switch action {
    case .priceChanged(let index, let price): state.items[index].price = price
    case .queued(let item): state.items.insert(item, at: 0)
    case .dequeued: state.items.removeFirst()
    }
  }
}
