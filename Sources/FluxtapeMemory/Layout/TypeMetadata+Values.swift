// Value witnesses in metadata. The witness table of a type precedes its metadata (`swift/include/swift/ABI/ValueWitness.def`). Sound for
// the same reasons, and tested on known types first: see `EnumAccess`.

import FluxtapeCoding

extension TypeMetadata {
  private enum Witness {
    static let flags = 0x50
    static let enumTag = 0x58
    static let enumPayload = 0x60
    /// The flag for values that cannot be moved bytewise.
    static let isNotMovable: UInt32 = 0x10_0000
    static let isEnum: UInt32 = 0x20_0000
  }

  private var witnesses: UnsafeRawPointer { unsafe address.load(fromByteOffset: -8, as: UnsafeRawPointer.self) }

  /// Whether the case of an enum value can be determined, and its payload read from a bytewise copy.
  var hasReadableCases: Bool {
    guard kind == .enumeration else { return false }
    let flags = unsafe witnesses.load(fromByteOffset: Witness.flags, as: UInt32.self)
    return flags & Witness.isEnum != 0 && flags & Witness.isNotMovable == 0
  }

  /// Returns the index of a value's case in ``fields``.
  typealias FindCase = @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UInt32
  /// Projects the payload in place: clears the bits that encode the case.
  typealias MakePayload = @convention(c) (_ value: UnsafeMutableRawPointer, _ type: UnsafeRawPointer) -> Void

  /// Only for types with ``hasReadableCases``.
  var findCase: FindCase { unsafe witnesses.load(fromByteOffset: Witness.enumTag, as: FindCase.self) }
  var makePayload: MakePayload { unsafe witnesses.load(fromByteOffset: Witness.enumPayload, as: MakePayload.self) }

  /// The labels of a tuple's elements; `nil` for unlabeled ones.
  var tupleLabels: [String?]? {
    guard kind == .tuple, let elements = tupleElements else { return nil }
    guard let labels = unsafe address.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self) else { return elements.map { _ in nil } }
    // The labels are concatenated, with a blank after each.
    let texts = unsafe String(cString: labels).split(separator: " ", omittingEmptySubsequences: false)
    guard texts.count == elements.count + 1 else { return nil }
    return texts.dropLast().map { $0.isEmpty ? nil : String($0) }
  }
}
