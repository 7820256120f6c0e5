import Foundation

/// Prices that are kept in a file, once they were loaded.
struct PriceList: Sendable {
  let cache: String

  /// Where the environment wants them kept; without that there is no test.
  static var ofEnvironment: PriceList? { ProcessInfo.processInfo.environment["PRICE_CACHE"].map(PriceList.init) }

  var isCached: Bool { FileManager.default.fileExists(atPath: cache) }

  func load() -> [String: Int] {
    let prices = ["tea": 15]
    if !isCached { _ = FileManager.default.createFile(atPath: cache, contents: Data("tea 15\n".utf8)) }
    return prices
  }
}
