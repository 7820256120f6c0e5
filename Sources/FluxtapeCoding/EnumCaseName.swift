// The only file that calls private functions of the standard library.

/// Finds the case name of an enum value.
///
/// Why not the obvious ways: `String(describing:)` prints the author's `description`, and `Mirror` shows the author's `customMirror`;
/// neither gives the name of a case without payload. The runtime function that the standard library uses for printing knows the name and
/// calls no user code.
package enum EnumCaseName {
  /// The case's name, or `nil` if `value` is not an enum or was built without reflection metadata.
  package static func of(_ value: Any) -> String? {
    guard isRuntimeTrusted else { return guessed(value) }
    func name<Value>(_ value: Value) -> String? { runtimeName(of: value) }
    return _openExistential(value, do: name).map(StorageName.withoutBackticks)
  }

  private static func runtimeName<Value>(of value: Value) -> String? {
    // Sound: the function returns nil or a pointer into the type's metadata, a null-terminated string that is never freed.
    guard let name = unsafe runtimeEnumCaseName(value) else { return nil }
    return unsafe String(cString: name)
  }

  /// The name without the runtime function. Correct unless the author customized the description or mirror.
  package static func guessed(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let label = mirror.children.first?.label { return label }
    return String(describing: value)
  }
}

@_silgen_name("swift_EnumCaseName")
private func runtimeEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

// MARK: - Self-test

extension EnumCaseName {
  private enum Probe: CustomStringConvertible, CustomReflectable {
    case plain
    case loaded(Int)
    case labelled(first: String, second: [Int])

    var description: String { "distorted" }
    var customMirror: Mirror { Mirror(self, children: ["distorted": 0], displayStyle: .struct) }
  }

  /// Whether the runtime function behaves as expected. Checked once per process.
  private static let isRuntimeTrusted =
    runtimeName(of: Probe.plain) == "plain" && runtimeName(of: Probe.loaded(1)) == "loaded"
    && runtimeName(of: Probe.labelled(first: "", second: [])) == "labelled" && runtimeName(of: 5) == nil && runtimeName(of: "text") == nil
}
