package import FluxtapeCoding

/// Reads values in memory; the implementation of ``MemoryRoom``.
package struct Memory: MemoryRoom {
  private let layouts: @Sendable (Any.Type) -> ValueLayout

  package init() { self.init { ValueLayout.of($0) } }

  /// - Parameter layouts: Determines for which types equal bytes prove equal values. Tests pass wrong ones on purpose.
  init(layouts: @escaping @Sendable (Any.Type) -> ValueLayout) { self.layouts = layouts }

  /// Whether states are compared in memory in this program: the property tests were run with its compiler.
  ///
  /// One line for each tested compiler. With any other compiler, and without 64-bit words, states are compared as text. In addition,
  /// ``LayoutSelfTest`` runs in each process.
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
