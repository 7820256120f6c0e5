import FluxtapeReplay

extension SwiftTestFile {
  /// Reads `--reducer cart=CartState,ShopAction,cartReducer`.
  mutating func add(reducer text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    let names = parts.last?.split(separator: ",").map(String.init) ?? []
    guard parts.count == 2, names.count == 3, names.allSatisfy(Self.isName) else {
      throw UsageError(message: "--reducer \(text): write store=State,Action,reducer, as in cart=CartState,CartAction,cartReducer")
    }
    reducers[String(parts[0])] = Reducer(state: names[0], action: names[1], reducer: names[2])
  }

  /// Reads `--import ShopStores`.
  mutating func add(import module: String) throws {
    guard Self.isName(module) else { throw UsageError(message: "--import \(module): this is no module's name") }
    imports.append(module)
  }

  /// `CartState`, `Shop.CartState`, `Box<Item>`: what is written into a program as it stands is a name and nothing else.
  private static func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } ?? false && text.allSatisfy { $0.isLetter || $0.isNumber || "_.<>".contains($0) }
  }
}
