/// The source files of the client package of `benchmarks app`.
enum ClientSource {
  static func manifest(recording: ClientPackage.Variant.Recording, package: String) -> String {
    let traits = recording == .earlier ? #""MemoryComparison""# : ""
    let dependency =
      recording == .none ? "" : "dependencies: [.package(name: \"fluxtape\", path: \"\(package)\", traits: [\(traits)])],"
    let product = recording == .none ? "" : #".product(name: "Fluxtape", package: "fluxtape")"#
    let settings = recording == .none ? "" : #", swiftSettings: [.define("RECORDED")]"#
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "client", platforms: [.macOS(.v13)], \(dependency)
        targets: [.executableTarget(name: "client", dependencies: [\(product)]\(settings))],
        swiftLanguageModes: [.v6])
      """
  }

  /// An app of about 200 lines without Foundation: a shop with three parts of state, one store of its own, and effects as values.
  /// `client LOG N` dispatches N actions and prints its
  /// largest resident memory.
  static let program = #"""
    #if RECORDED
      import Fluxtape
    #endif
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #endif

    // MARK: - Catalog

    struct Product: Codable, Equatable, Identifiable {
      enum Availability: Codable, Equatable {
        case inStock(count: Int)
        case ordered(weeks: Int)
        case discontinued
      }

      let id: Int
      var name: String
      var price: Int
      var availability: Availability
      var tags: Set<String>
    }

    struct Catalog: Codable, Equatable {
      var products: [Product] = []
      var favorites: Set<Int> = []
      var isLoading = false
      var latestError: String?
    }

    enum CatalogAction: Codable, Equatable {
      case loadStarted
      case loaded([Product])
      case loadFailed(reason: String)
      case favoriteToggled(id: Int)
      case priceChanged(id: Int, to: Int)
    }

    func reduce(_ catalog: inout Catalog, _ action: CatalogAction) -> [Effect] {
      switch action {
      case .loadStarted:
        catalog.isLoading = true
        return [.loadProducts(count: 20)]
      case .loaded(let products):
        catalog.isLoading = false
        catalog.latestError = nil
        catalog.products = products
      case .loadFailed(let reason):
        catalog.isLoading = false
        catalog.latestError = reason
      case .favoriteToggled(let id):
        if catalog.favorites.remove(id) == nil { catalog.favorites.insert(id) }
      case .priceChanged(let id, let price):
        if let place = catalog.products.firstIndex(where: { $0.id == id }) { catalog.products[place].price = price }
      }
      return []
    }

    // MARK: - Cart

    struct Cart: Codable, Equatable {
      struct Line: Codable, Equatable {
        var product: Int
        var quantity: Int
        var note: String?
      }

      enum Checkout: Codable, Equatable {
        case idle
        case reserved(order: String, attempt: Int)
        case paid(order: String)
        case failed(reason: String)
      }

      var lines: [Line] = []
      var coupons: [String: Int] = [:]
      var total = 0
      var checkout = Checkout.idle
    }

    enum CartAction: Codable, Equatable {
      case added(product: Int, price: Int)
      case quantityChanged(line: Int, to: Int)
      case noteTyped(line: Int, text: String)
      case couponApplied(code: String, percent: Int)
      case checkoutRequested
      case reserved(order: String)
      case paid
      case emptied
    }

    func reduce(_ cart: inout Cart, _ action: CartAction) -> [Effect] {
      switch action {
      case .added(let product, let price):
        if let place = cart.lines.firstIndex(where: { $0.product == product }) {
          cart.lines[place].quantity += 1
        } else {
          cart.lines.append(Cart.Line(product: product, quantity: 1))
        }
        cart.total += price
      case .quantityChanged(let line, let quantity):
        guard cart.lines.indices.contains(line) else { return [] }
        cart.lines[line].quantity = quantity
      case .noteTyped(let line, let text):
        guard cart.lines.indices.contains(line) else { return [] }
        cart.lines[line].note = text.isEmpty ? nil : text
      case .couponApplied(let code, let percent):
        cart.coupons[code] = percent
      case .checkoutRequested:
        return [.reserve(lines: cart.lines.count)]
      case .reserved(let order):
        cart.checkout = .reserved(order: order, attempt: 1)
        return [.pay(order: order, amount: cart.total)]
      case .paid:
        if case .reserved(let order, _) = cart.checkout { cart.checkout = .paid(order: order) }
      case .emptied:
        cart = Cart()
      }
      return []
    }

    // MARK: - Session

    struct Session: Codable, Equatable {
      enum Screen: String, Codable { case catalog, cart, checkout, settings }

      var user: String?
      var screen = Screen.catalog
      var visits: [Screen.RawValue: Int] = [:]
      var notices: [String] = []
    }

    enum SessionAction: Codable, Equatable {
      case signedIn(user: String)
      case opened(Session.Screen)
      case noticeShown(String)
      case noticesCleared
    }

    func reduce(_ session: inout Session, _ action: SessionAction) -> [Effect] {
      switch action {
      case .signedIn(let user): session.user = user
      case .opened(let screen):
        session.screen = screen
        session.visits[screen.rawValue, default: 0] += 1
      case .noticeShown(let text): session.notices.append(text)
      case .noticesCleared: session.notices = []
      }
      return []
    }

    // MARK: - App

    struct AppState: Codable, Equatable {
      var catalog = Catalog()
      var cart = Cart()
      var session = Session()
    }

    enum AppAction: Codable, Equatable {
      case catalog(CatalogAction)
      case cart(CartAction)
      case session(SessionAction)
    }

    enum Effect: Equatable {
      case loadProducts(count: Int)
      case reserve(lines: Int)
      case pay(order: String, amount: Int)
    }

    func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
      switch action {
      case .catalog(let action): reduce(&state.catalog, action)
      case .cart(let action): reduce(&state.cart, action)
      case .session(let action): reduce(&state.session, action)
      }
    }

    final class AppStore {
      private(set) var state = AppState()
      #if RECORDED
        private let tap: StoreTap

        init(_ recorder: Recorder) { tap = recorder.store("app") }
      #endif

      func send(_ action: AppAction) {
        var next = state
        #if RECORDED
          let effects = tap.reduce(action, into: &next) { reduce(&$0, $1) }
        #else
          let effects = reduce(&next, action)
        #endif
        state = next
        for effect in effects { run(effect) }
      }

      private func run(_ effect: Effect) {
        switch effect {
        case .loadProducts(let count):
          let products = (1...count).map { number in
            Product(
              id: number, name: "Product \(number)", price: 100 * number,
              availability: number % 3 == 0 ? .ordered(weeks: 2) : .inStock(count: number), tags: number % 2 == 0 ? ["new"] : [])
          }
          send(.catalog(.loaded(products)))
        case .reserve(let lines): send(.cart(.reserved(order: "o-\(lines)")))
        case .pay: send(.cart(.paid))
        }
      }
    }

    // MARK: - Running

    func action(_ number: Int) -> AppAction {
      switch number % 8 {
      case 0: .cart(.added(product: number % 20, price: 250))
      case 1: .cart(.quantityChanged(line: number % 5, to: number % 9))
      case 2: .cart(.noteTyped(line: number % 5, text: "note \(number)"))
      case 3: .catalog(.favoriteToggled(id: number % 20))
      case 4: .catalog(.priceChanged(id: number % 20, to: number))
      case 5: .session(.opened(number % 16 < 8 ? .catalog : .cart))
      case 6: .session(.noticeShown("notice \(number)"))
      default: .session(.noticesCleared)
      }
    }

    /// The largest resident memory so far, in bytes. What getrusage(2) says on Linux counts the program that started this one.
    func peakBytes() -> Int {
      #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
      #else
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var kilobytes = 0
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
          if strncmp(line, "VmHWM:", 6) == 0 { kilobytes = atol(Array(line.dropFirst(6))) }
        }
        return kilobytes * 1024
      #endif
    }

    let arguments = CommandLine.arguments
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
    #if RECORDED
      let recorder = Recorder(to: arguments[1])
      let store = AppStore(recorder)
    #else
      let store = AppStore()
    #endif
    if count > 1 { store.send(.catalog(.loadStarted)) }
    for number in 0..<count { store.send(action(number)) }
    #if RECORDED
      recorder.close()
    #endif
    guard store.state.cart.lines.count <= 20 else { fatalError("the cart holds a product twice") }
    print(peakBytes())
    """#
}
