/// A standard library type with copy-on-write storage. No metadata says this about it.
protocol CopiedOnWrite {
  /// The types of a value's contents.
  static var contents: [(label: String, type: Any.Type)] { get }
}

extension CopiedOnWrite {
  static var contents: [(label: String, type: Any.Type)] { [] }
}

extension CopiedOnWrite where Self: Sequence {
  static var contents: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension String: CopiedOnWrite {
  static var contents: [(label: String, type: Any.Type)] { [] }
}

extension Array: CopiedOnWrite {}
extension ArraySlice: CopiedOnWrite {}
extension ContiguousArray: CopiedOnWrite {}
extension Set: CopiedOnWrite {}

extension Dictionary: CopiedOnWrite {
  static var contents: [(label: String, type: Any.Type)] { [("[key]", Key.self), ("[]", Value.self)] }
}
