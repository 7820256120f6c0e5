package import FluxtapeCoding

/// Looks at values in memory: what ``MemoryRoom`` is the door to.
package struct Memory: MemoryRoom {
  private let layouts: @Sendable (Any.Type) -> ValueLayout

  package init() { self.init { ValueLayout.of($0) } }

  /// - Parameter layouts: Tells of which types equal bytes prove equal values. A test plants wrong ones.
  init(layouts: @escaping @Sendable (Any.Type) -> ValueLayout) { self.layouts = layouts }

  /// Whether states are compared in memory in this program: its compiler is one of those that the property tests were run with.
  ///
  /// One line for each; where none of them fits, and where words are not of 64 bits, states are compared as text. ``LayoutSelfTest`` asks on top of
  /// this, in each process.
  private static var isCompilerTried: Bool {
    #if compiler(>=6.3) && compiler(<6.4) && _pointerBitWidth(_64)
    true
    #else
    false
    #endif
  }

  package func stateComparison(rules: EncodingRules, maximumBytes: Int) -> any StateComparison {
    guard Self.isCompilerTried, LayoutSelfTest.isPassed else { return TextComparison(rules: rules, maximumBytes: maximumBytes) }
    return MemoryComparison(rules: rules, maximumBytes: maximumBytes, layouts: layouts)
  }

  package func actionCases(of type: Any.Type, for writer: ActionWriter) -> (any ActionCases)? {
    Self.isCompilerTried ? CaseList(of: type, for: writer.values) : nil
  }

  package func unownedFields(of type: Any.Type) -> [Int: String] { UnownedFields.of(type) }

  package func areProvenEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, of type: Any.Type) -> Bool {
    guard Self.isCompilerTried else { return false }
    let layout = layouts(type)
    return unsafe layout.isBitwiseComparable && layout.areEqual(left, right)
  }
}
