/// A type of the standard library with objects inside that are copied before they change, and that no metadata tells this of.
protocol CopiedOnWrite {
  /// The types of what is in a value.
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
