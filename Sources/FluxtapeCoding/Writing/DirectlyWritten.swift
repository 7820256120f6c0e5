// The table of types of the standard library and of this package that are written in a way of their own.

/// A type whose values are written in a given way, whatever their `encode(to:)` would write.
protocol DirectlyWritten: KnownType {
  /// Whether equal bytes prove two values equal.
  static var isValue: Bool { get }
  func write(by coder: Coder, into node: Node)
}

extension DirectlyWritten {
  static var kind: TypeFacts.Kind { .direct(isValue: isValue) }
  static var isValue: Bool { true }
}

extension DirectlyWritten where Self: CustomStringConvertible {
  func write(by coder: Coder, into node: Node) { JSONText.append(description, to: &node.bytes) }
}

/// A key path prints as in the source, if its properties have names at run time; otherwise only its type is known.
extension AnyKeyPath: DirectlyWritten {
  static var isValue: Bool { false }
  func write(by coder: Coder, into node: Node) {
    let text = String(describing: self)
    // `\Form.<computed 0x55b4 (Int)>`
    guard text.utf8.first == UInt8(ascii: "\\"), !text.contains(".<") else { return coder.writeOpaque(type(of: self), into: node) }
    JSONText.append(text, to: &node.bytes)
  }
}

extension Substring: DirectlyWritten {}
extension Character: DirectlyWritten {}
extension Unicode.Scalar: DirectlyWritten {}
extension StaticString: DirectlyWritten {}

#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
extension Float80: DirectlyWritten {
  func write(by coder: Coder, into node: Node) { JSONText.append(self, to: &node.bytes) }
}
#endif

extension AnyHashable: DirectlyWritten {
  static var isValue: Bool { false }
  func write(by coder: Coder, into node: Node) { coder.write(contents: base, into: node) }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
extension InlineArray: DirectlyWritten where Element: Copyable {
  static var isValue: Bool { false }
  func write(by coder: Coder, into node: Node) {
    indices.map { self[$0] }.withElements(by: coder) { coder.write($0, of: [Element].self, into: node) }
  }
}

extension UnreadableField: DirectlyWritten {
  func write(by coder: Coder, into node: Node) { node.bytes += JSONText.opaque(name) }
}

/// Pairs, in the order of the source.
extension KeyValuePairs: DirectlyWritten {
  static var isValue: Bool { false }
  func write(by coder: Coder, into node: Node) {
    coder.write(pairsOf: [Key.self, Value.self], [(key: Key, value: Value)].self, areSorted: false, into: node) { body in
      for (key, value) in self { coder.withSubject(key) { key in coder.withSubject(value) { body(key, $0) } } }
    }
  }
}
