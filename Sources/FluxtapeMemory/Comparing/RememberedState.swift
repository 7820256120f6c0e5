import FluxtapeCoding
import FluxtapeJSON

/// What the comparison remembers of a value until the next one.
///
/// Values of proven types are kept as they are. Objects are never kept: they may change in place, and the app must be able to release them.
/// For other values the comparison makes an image at once: their parts down to values of proven types, and encodings of the rest.
enum RememberedState {
  case kept(KeptValue)
  case image(Image)

  /// The image of a value that is not kept itself.
  final class Image {
    let form: Form

    fileprivate init(_ form: Form) { self.form = form }
  }

  enum Form {
    case written([UInt8])
    case object([Member])
    case array([RememberedState])
  }

  struct Member {
    /// The app's key.
    let key: String
    let value: RememberedState
  }

  init(_ form: Form) { self = .image(Image(form)) }

  /// The parts of the value, if it is not kept itself.
  var form: Form? { if case .image(let image) = self { image.form } else { nil } }

  static func === (left: RememberedState, right: RememberedState) -> Bool {
    switch (left, right) {
    case (.kept(let left), .kept(let right)): left === right
    case (.image(let left), .image(let right)): left === right
    default: false
    }
  }

  /// See ``KeptValue/reuseUniqueBuffers(insteadOf:_:_:)``.
  func reuseUniqueBuffers(insteadOf earlier: RememberedState, _ known: ListDifference?, _ capture: Capture) -> Bool {
    guard case .kept(let value) = self, case .kept(let earlierValue) = earlier else { return false }
    return value.reuseUniqueBuffers(insteadOf: earlierValue, known, capture)
  }

  /// The storage, to be released outside of locks.
  var object: AnyObject {
    switch self {
    case .kept(let value): value
    case .image(let image): image
    }
  }

  var keptValue: KeptValue? { if case .kept(let value) = self { value } else { nil } }

  var elements: [RememberedState]? { if case .array(let elements) = form { elements } else { nil } }
}

// MARK: - Equality

extension RememberedState {
  /// Whether both certainly have the same encoding in the same context. If `false`, they may still be equal.
  func isSame(as other: RememberedState) -> Bool {
    if self === other { return true }
    if case .kept(let left) = self, case .kept(let right) = other { return left.hasSameBytes(as: right) }
    switch (form, other.form) {
    case (.written(let left), .written(let right)): return left == right
    case (.array(let left), .array(let right)): return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.key.isSameText(as: $1.key) && $0.value.isSame(as: $1.value) }
    default: return false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch form {
    case nil: if case .kept(let value) = self { hasher.combine(value.hashOfBytes) }
    case .written(let bytes): hasher.combine(bytes)
    case .array(let elements):
      for element in elements { element.hash(into: &hasher) }
      hasher.combine(elements.count)
    case .object(let members):
      for member in members { member.value.hash(into: &hasher) }
      hasher.combine(members.count)
    }
  }
}

/// The elements of two remembered arrays.
struct RememberedElements: EditedSides {
  let old: ArraySlice<RememberedState>
  let new: ArraySlice<RememberedState>

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func old(_ place: Int) -> RememberedState { old[old.startIndex + place] }
  func new(_ place: Int) -> RememberedState { new[new.startIndex + place] }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old(oldPlace).isSame(as: new(newPlace)) }
  func hasIdentity(old place: Int) -> Bool { old(place).hasIdentity }
  func hasIdentity(new place: Int) -> Bool { new(place).hasIdentity }

  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int {
    guard case .object(let left) = old(oldPlace).form, case .object(let right) = new(newPlace).form else { return 0 }
    let same = zip(left, right).count { $0.key.isSameText(as: $1.key) && $0.value.isSame(as: $1.value) }
    return 1000 * same / max(1, left.count, right.count)
  }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    Self.numbered(oldPlaces, by: { Element(shadow: old($0)) }, newPlaces, by: { Element(shadow: new($0)) })
  }

  private struct Element: Hashable {
    let shadow: RememberedState

    static func == (left: Element, right: Element) -> Bool { left.shadow.isSame(as: right.shadow) }
    func hash(into hasher: inout Hasher) { shadow.hash(into: &hasher) }
  }
}

extension RememberedState {
  fileprivate var hasIdentity: Bool {
    switch form {
    case nil: keptValue?.type.hasIdentity ?? true
    case .written(let bytes): bytes.first.map { "{[\"".utf8.contains($0) } ?? false
    case .object, .array: true
    }
  }
}
