import FluxtapeCoding
import FluxtapeLocking

/// How values of a type lie in memory, and what can be told from their bytes alone.
///
/// Two values whose significant bytes are equal *are* equal where the type is proven: it leads to nothing that is changed in place. That
/// holds as long as both are alive, since an object that both share is then copied by whoever changes it. It says nothing of values whose
/// bytes differ: equal strings may lie at two places.
///
/// Found out once per type and kept for ever. No method takes a lock or allocates, except `of`.
final class ValueLayout: Sendable {
  let extent: ValueExtent
  /// Why the type is not proven. `nil` if it is.
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

  /// The way from the type to the first thing in it that is changed in place, and what that is: `App.user.session: Session is a class`.
  var doubt: String? {
    firstDoubt.map { $0.path.isEmpty ? $0.reason : "\(TypeName.of(type))\($0.path): \($0.reason)" }
  }
}

// MARK: - Comparing

extension ValueLayout {
  /// Whether the significant bytes of two values are equal. Where the type is not proven, that says nothing.
  func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { unsafe bytes.areEqual(old, new) }

  /// The first place from `from` on where the elements of two blocks of `count` elements differ; `count` if there is none.
  func firstDifference(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, from: Int, count: Int) -> Int {
    unsafe bytes.firstDifference(old, new, from: from, count: count)
  }

  /// How many of the last elements of two blocks are equal, given where the blocks end; `limit` at most.
  func commonSuffix(_ oldEnd: UnsafeRawPointer, _ newEnd: UnsafeRawPointer, limit: Int) -> Int {
    unsafe bytes.commonSuffix(oldEnd, newEnd, limit: limit)
  }

  /// A number that is the same for values with equal significant bytes. Another one in another process, as bytes hold addresses.
  func hash(_ element: UnsafeRawPointer) -> UInt64 { unsafe bytes.hash(element) }
}

// MARK: - Finding

extension ValueLayout {
  private static let known = Locked<[ObjectIdentifier: ValueLayout]>([:])

  /// The layout of a type. Takes a lock: what compares many values keeps layouts at hand.
  static func of(_ type: Any.Type) -> ValueLayout {
    if let layout = find(type) { return layout }
    // Outside of the lock: it asks types for conformances, which may run code of theirs.
    guard LayoutSelfTest.isPassed else { return doubting(type) }
    let proof = BitwiseEquality(of: type, known: find)
    let layouts = proof.subjects.map { (ObjectIdentifier($0.type), ValueLayout(of: $0)) }
    return known.withLock { known in
      // Another thread may have been faster. What was found first stays: others hold it.
      known.merge(layouts) { first, _ in first }
      return known[layouts[0].0] ?? layouts[0].1
    }
  }

  /// What is said of a type where metadata is not as expected: nothing is proven.
  static func doubting(_ type: Any.Type) -> ValueLayout {
    let doubt = TypeAnatomy.Doubt(path: "", reason: "types are laid out in a way that is not known here")
    return ValueLayout(of: BitwiseEquality.Subject(type: type, significant: [], doubt: doubt))
  }

  private static func find(_ type: Any.Type) -> ValueLayout? {
    let identity = ObjectIdentifier(type)
    return known.withLock { $0[identity] }
  }
}
