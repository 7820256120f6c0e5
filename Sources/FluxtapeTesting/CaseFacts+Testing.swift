import FluxtapeLocking
import Testing

extension CaseFacts {
  init(_ test: Test, _ testCase: Test.Case?) {
    let place = test.sourceLocation
    module = place.moduleName
    self.test = test.name
    site = place.site
    // `ShopTests.CartTests/Coupons/total()/CartTests.swift:12:4`; its parts have no public API.
    var path = Substring(String(describing: test.id))
    let end = "/\(place.fileName):\(place.line):\(place.column)"
    if path.hasSuffix(end) { path = path.dropLast(end.count) }
    identity = String(path)
    if path.hasPrefix(module + ".") { path = path.dropFirst(module.count + 1) }
    suite = path.hasSuffix("/" + test.name) ? String(path.dropLast(test.name.count + 1)) : ""
    if let testCase, testCase.isParameterized {
      arguments = Self.arguments(of: testCase) ?? Self.numbered(identity)
    } else {
      arguments = nil
    }
  }

  /// Returns `sku: "p7", count: 2` by reflection, as there is no public API. Returns `nil` if the layout has changed.
  private static func arguments(of testCase: Test.Case) -> String? {
    guard let details = Mirror(reflecting: testCase).firstChild("_kind", "parameterized") else { return nil }
    guard let arguments = Mirror(reflecting: details).firstChild("arguments") else { return nil }
    var texts: [String] = []
    for argument in Mirror(reflecting: arguments).children {
      let parts = Mirror(reflecting: argument.value)
      guard let value = parts.firstChild("value") else { return nil }
      texts.append(label(of: parts.firstChild("parameter")) + String(describing: value))
    }
    guard !texts.isEmpty else { return nil }
    // The testing library numbers cases with equal arguments.
    let copy = Mirror(reflecting: details).firstChild("discriminator") as? Int ?? 0
    return texts.joined(separator: ", ") + (copy > 0 ? " #\(copy + 1)" : "")
  }

  private static func label(of parameter: Any?) -> String {
    guard let parameter else { return "" }
    let names = Mirror(reflecting: parameter)
    let name = names.firstChild("secondName") as? String ?? names.firstChild("firstName") as? String ?? "_"
    return name == "_" ? "" : name + ": "
  }

  /// Numbers cases without arguments in the order in which they begin.
  private static func numbered(_ identity: String) -> String {
    let number = counts.withLock { counts in
      counts[identity, default: 0] += 1
      return counts[identity, default: 0]
    }
    return "case \(number)"
  }

  private static let counts = Locked<[String: Int]>([:])
}

extension Mirror {
  /// Returns the value at the end of a path of labels, unwrapped if it is an optional.
  fileprivate func firstChild(_ path: String...) -> Any? {
    var mirror = self
    var found: Any?
    for label in path {
      guard let child = mirror.children.first(where: { $0.label == label }) else { return nil }
      found = child.value
      mirror = Mirror(reflecting: child.value)
    }
    guard mirror.displayStyle == .optional else { return found }
    return mirror.children.first?.value
  }
}
