import FluxtapeCoding
import FluxtapeLocking

/// The memory layout of a type, and what bytes alone prove about its values.
///
/// If the type is proven, two live values with equal significant bytes *are* equal, since nothing that they refer to is changed in place.
/// This requires both values to be alive: a shared object is then copied before a change. Different bytes prove nothing: equal strings may
/// lie at two addresses.
///
/// Computed once per type and kept forever. No method takes a lock or allocates, except `of`.
final class ValueLayout: Sendable {
  let extent: ValueExtent
  /// Why the type is not proven; `nil` if it is.
  let firstDoubt: TypeAnatomy.Doubt?
  let bytes: SignificantBytes
  private let type: Any.Type

  init(of subject: BitwiseEquality.Subject) {
    extent = ValueExtent(of: subject.type)
    firstDoubt = subject.doubt
    bytes = SignificantBytes(subject.significant, of: extent)
    type = subject.type
  }

  /// Whether equal significant bytes prove equal values.
  var isBitwiseComparable: Bool { firstDoubt == nil }

  /// The path from the type to the first part that is changed in place, and the reason: `App.user.session: Session is a class`.
  var doubt: String? {
    firstDoubt.map { $0.path.isEmpty ? $0.reason : "\(TypeName.of(type))\($0.path): \($0.reason)" }
  }
}

// MARK: - Comparing

extension ValueLayout {
  /// Whether the significant bytes of two values are equal. Proves nothing if the type is not proven.
  func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { unsafe bytes.areEqual(old, new) }

  /// The first index from `from` on at which two blocks of `count` elements differ; `count` if there is none.
  func firstDifference(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, from: Int, count: Int) -> Int {
    unsafe bytes.firstDifference(old, new, from: from, count: count)
  }

  /// The number of equal trailing elements of two blocks, at most `limit`. The addresses are the ends of the blocks.
  func commonSuffix(_ oldEnd: UnsafeRawPointer, _ newEnd: UnsafeRawPointer, limit: Int) -> Int {
    unsafe bytes.commonSuffix(oldEnd, newEnd, limit: limit)
  }

  /// A hash that is equal for values with equal significant bytes. It differs between processes, since bytes contain addresses.
  func hash(_ element: UnsafeRawPointer) -> UInt64 { unsafe bytes.hash(element) }
}

// MARK: - Lookup

extension ValueLayout {
  private static let known = Locked<[ObjectIdentifier: ValueLayout]>(renewable: { [:] })

  /// The layout of a type. Takes a lock, so code that compares many values keeps layouts.
  static func of(_ type: Any.Type) -> ValueLayout {
    if let layout = find(type) { return layout }
    // Outside of the lock: it checks conformances of types, which may run their code.
    guard LayoutSelfTest.isPassed else { return doubting(type) }
    let proof = BitwiseEquality(of: type, known: find)
    let layouts = proof.subjects.map { (ObjectIdentifier($0.type), ValueLayout(of: $0)) }
    return known.withLock { known in
      // Another thread may have been faster. Its layouts stay, since others may use them.
      known.merge(layouts) { first, _ in first }
      return known[layouts[0].0] ?? layouts[0].1
    }
  }

  /// The layout of a type if metadata is not as expected: nothing is proven.
  static func doubting(_ type: Any.Type) -> ValueLayout {
    let doubt = TypeAnatomy.Doubt(path: "", reason: "types are laid out in a way that is not known here")
    return ValueLayout(of: BitwiseEquality.Subject(type: type, significant: [], doubt: doubt))
  }

  private static func find(_ type: Any.Type) -> ValueLayout? {
    let identity = ObjectIdentifier(type)
    return known.withLock { $0[identity] }
  }
}
