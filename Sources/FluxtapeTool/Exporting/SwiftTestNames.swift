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

  /// Reads `--import ShopStores`, or `--import '@testable ShopStores'` where types and reducers are not public.
  mutating func add(import text: String) throws {
    let words = text.split(separator: " ")
    guard let module = words.last.map(String.init), words.count == 1 || words[0] == "@testable" && words.count == 2, Self.isName(module)
    else {
      throw UsageError(message: "--import \(text): this is no module's name; write Shop, or '@testable Shop'")
    }
    if words.count == 1 { imports.append(module) } else { testableImports.append(module) }
  }

  /// `CartState`, `Shop.CartState`, `Box<Item>`: what is written into a program as it stands is a name and nothing else.
  private static func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } ?? false && text.allSatisfy { $0.isLetter || $0.isNumber || "_.<>".contains($0) }
  }
}
