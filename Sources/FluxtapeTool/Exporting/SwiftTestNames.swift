import FluxtapeReplay

extension SwiftTestFile {
  /// Creates a file whose suite is named after the file at a path.
  init(at path: String) { self.init(name: String((path.split(separator: "/").last ?? "").prefix { $0 != "." })) }

  /// Parses `--reducer cart=CartState,ShopAction,cartReducer`.
  mutating func add(reducer text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    let names = parts.last?.split(separator: ",").map(String.init) ?? []
    guard parts.count == 2, names.count == 3, names.allSatisfy(Self.isName) else {
      throw UsageError(message: "--reducer \(text): write store=State,Action,reducer, as in cart=CartState,CartAction,cartReducer")
    }
    reducers[String(parts[0])] = Reducer(state: names[0], action: names[1], reducer: names[2])
  }

  /// Parses `--import ShopStores`, or `--import '@testable ShopStores'` for types and reducers that are not public.
  mutating func add(import text: String) throws {
    let words = text.split(separator: " ")
    guard let module = words.last.map(String.init), words.count == 1 || words[0] == "@testable" && words.count == 2, Self.isName(module)
    else {
      throw UsageError(message: "--import \(text): not a module name; write Shop, or '@testable Shop'")
    }
    if words.count == 1 { imports.append(module) } else { testableImports.append(module) }
  }

  /// Whether a text is a name such as `CartState`, `Shop.CartState` or `Box<Item>`. The generated program contains it unquoted.
  private static func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } ?? false && text.allSatisfy { $0.isLetter || $0.isNumber || "_.<>".contains($0) }
  }
}
