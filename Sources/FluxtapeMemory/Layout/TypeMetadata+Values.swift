// What metadata tells of values. The table of functions for the values of a type stands in front of its
// metadata (`swift/include/swift/ABI/ValueWitness.def`). Sound for the same reasons, and asked about known types first: see `EnumAccess`.

import FluxtapeCoding

extension TypeMetadata {
  private enum Witness {
    static let flags = 0x50
    static let enumTag = 0x58
    static let enumPayload = 0x60
    /// Values cannot be moved as bytes.
    static let isNotMovable: UInt32 = 0x10_0000
    static let isEnum: UInt32 = 0x20_0000
  }

  private var witnesses: UnsafeRawPointer { unsafe address.load(fromByteOffset: -8, as: UnsafeRawPointer.self) }

  /// Whether the case of an enum value can be found, and its payload be looked at in a copy of the bytes.
  var hasReadableCases: Bool {
    guard kind == .enumeration else { return false }
    let flags = unsafe witnesses.load(fromByteOffset: Witness.flags, as: UInt32.self)
    return flags & Witness.isEnum != 0 && flags & Witness.isNotMovable == 0
  }

  /// Finds the place of a value's case among ``fields``.
  typealias FindCase = @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UInt32
  /// Makes a value its payload, at the same address: bits that say which case it is are taken out.
  typealias MakePayload = @convention(c) (_ value: UnsafeMutableRawPointer, _ type: UnsafeRawPointer) -> Void

  /// Only for types with ``hasReadableCases``.
  var findCase: FindCase { unsafe witnesses.load(fromByteOffset: Witness.enumTag, as: FindCase.self) }
  var makePayload: MakePayload { unsafe witnesses.load(fromByteOffset: Witness.enumPayload, as: MakePayload.self) }

  /// The names of a tuple's elements; `nil` for those without.
  var tupleLabels: [String?]? {
    guard kind == .tuple, let elements = tupleElements else { return nil }
    guard let labels = unsafe address.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self) else { return elements.map { _ in nil } }
    // One after another, a blank behind each.
    let texts = unsafe String(cString: labels).split(separator: " ", omittingEmptySubsequences: false)
    guard texts.count == elements.count + 1 else { return nil }
    return texts.dropLast().map { $0.isEmpty ? nil : String($0) }
  }
}
