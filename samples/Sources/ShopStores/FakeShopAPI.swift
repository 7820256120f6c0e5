import FluxtapeStores
import SampleWorld

/// What the shop asks its server. How long each call takes does not change, and which of them fail follows from what was asked before.
public actor FakeShopAPI {
  public typealias Failure = ServerError

  private let clock: VirtualClock
  private var catalogCalls = 0
  private var payments: [String: Int] = [:]
  private var tokens = 0

  public init(clock: VirtualClock) { self.clock = clock }

  /// The whole catalog. The first call fails.
  public func products() async throws -> (products: [Product], stock: [String: Int]) {
    try await clock.sleep(for: .milliseconds(340))
    catalogCalls += 1
    guard catalogCalls > 1 else { throw Failure(reason: "502 Bad Gateway") }
    return (Self.products, Dictionary(uniqueKeysWithValues: Self.products.enumerated().map { ($1.id, 4 + $0 * 3 % 11) }))
  }

  public func logIn(email: String, password: String) async throws -> (user: String, token: String) {
    try await clock.sleep(for: .milliseconds(210))
    return (String(email.prefix { $0 != "@" }), nextToken())
  }

  public func refreshToken() async throws -> String {
    try await clock.sleep(for: .milliseconds(94))
    return nextToken()
  }

  public func reserve(_ order: Order) async throws {
    try await clock.sleep(for: .milliseconds(163))
  }

  /// Pays an order. The first attempt of every third order fails.
  public func pay(_ order: String) async throws {
    try await clock.sleep(for: .milliseconds(385))
    payments[order, default: 0] += 1
    if payments[order] == 1, payments.count % 3 == 1 { throw Failure(reason: "the payment was not answered in time") }
  }

  private func nextToken() -> String {
    tokens += 1
    return "tok-\(tokens)-5f1c9a"
  }

  static let products = [
    Product(id: "p1", name: "抹茶茶碗", price: 4800),
    Product(id: "p2", name: "Notebook, A5", price: 640),
    Product(id: "p3", name: "製品3", price: 1200),
    Product(id: "p4", name: "万年筆インク（藍）", price: 1980),
    Product(id: "p5", name: "Café crème", price: 560),
    Product(id: "p6", name: "风铃 🎐", price: 2300),
    Product(id: "p7", name: "製品7", price: 300),
    Product(id: "p8", name: "手ぬぐい", price: 880),
  ]
}
