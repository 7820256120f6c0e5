// Arrays of a remembered state that the app no longer shares.
//
// If the comparison retains an array and the app changes it, the app has to copy all elements, since the buffer has two references. For a
// long array that costs more than recording the change. So if few elements changed, the earlier state's copy is updated and kept instead.
// The app's buffer becomes uniquely referenced again, and its next change happens in place.
//
//     earlier   later     app                 earlier   later     app
//     ┌─────┐   ┌─────┐   ┌─────┐             ┌─────┐   ┌─────┐   ┌─────┐
//     │  ●  │   │  ●──┼─┬─┼──●  │     ──▶     │  ●──┼─┐ │  ●  │ ┌─┼──●  │
//     └──┼──┘   └─────┘ │ └─────┘             └─────┘ │ └──┼──┘ │ └─────┘
//        ▼              ▼                             │    ▼    │
//       a b c          a x c                          │   a x c │   (was a b c)
//                                                     └─▶ a x c ◀┘
//
// An unchanged array is retained in the app's own buffer, so that the next comparison finds the same address. But not at once: copying an
// array costs the app about as much as scanning it for changes several times, and an array that has changed may soon change again. (Renting
// skis until the rent equals their price never costs more than twice the optimum; Karlin, Manasse, Rudolph and Sleator, "Competitive snoopy
// caching".)
//
// Sound: addresses are those of arrays inside values of the type for which the places were found, and the caller owns both values. An array
// is one reference to its buffer object. Elements change in place only in a uniquely referenced buffer.

import FluxtapeCoding

/// The arrays stored directly in values of a type, in its stored properties and theirs.
final class ListPlaces {
  private let places: [ListPlace]

  private init(_ places: [ListPlace]) { self.places = places }

  /// - Parameter type: A type whose equality is proven by equal bytes.
  /// - Returns: `nil` if it contains no arrays.
  static func ifAny(in type: Any.Type) -> ListPlaces? {
    var places: [ListPlace] = []
    collect(type, at: 0, depth: 0, into: &places)
    return places.isEmpty ? nil : ListPlaces(places)
  }

  private static func collect(_ type: Any.Type, at offset: Int, depth: Int, into places: inout [ListPlace]) {
    if case .list(let access) = TypePlan.of(type).shape { return places.append(ListPlace(of: type, at: offset, access)) }
    let metadata = TypeMetadata(type)
    // Skip types of the system, and types whose authors declare value semantics: how these use their arrays is private to them.
    guard depth < deepest, !EncodingRules.haveBuiltinEncoding(type), !(type is any CopiedOnWrite.Type), !(type is any ValueSemantic.Type),
      let fields = metadata.fields, let offsets = metadata.fieldOffsets, fields.count == offsets.count
    else { return }
    for (field, inner) in zip(fields, offsets) {
      guard let type = metadata.type(of: field) else { continue }
      collect(type, at: offset + inner, depth: depth + 1, into: &places)
    }
  }

  private static let deepest = 8

  /// Gives the later of two values the updated arrays of the earlier one where that is cheap. Afterwards the earlier value may only be
  /// destroyed.
  ///
  /// - Parameters:
  ///   - known: The last result of comparing both values.
  ///   - didReplace: Called for each array that the later value received, with its type, the buffer of the equal array that it had before,
  ///     and the address of the new array.
  /// - Returns: The replaced elements of all arrays. Releasing them may run app code.
  func reuseUniqueBuffers(
    _ later: UnsafeMutableRawPointer, insteadOf earlier: UnsafeMutableRawPointer, _ known: ListDifference?,
    _ didReplace: (_ type: Any.Type, _ elements: UInt, _ list: UnsafeRawPointer) -> Void
  ) -> DeferredReleases? {
    var gone: DeferredReleases?
    for place in places {
      let (list, own) = unsafe (later + place.offset, earlier + place.offset)
      let (elements, ownElements) = unsafe (list.load(as: UInt.self), own.load(as: UInt.self))
      guard elements != ownElements, unsafe place.update(own, to: list, known, &gone) else { continue }
      unsafe list.storeBytes(of: ownElements, as: UInt.self)
      unsafe own.storeBytes(of: elements, as: UInt.self)
      unsafe didReplace(place.type, elements, UnsafeRawPointer(list))
    }
    return gone
  }

  /// Replaces each array with this buffer in a value of the type by an equal array.
  ///
  /// - Parameters:
  ///   - type: The type of the array.
  ///   - elements: The buffer object of the array to replace.
  func replace(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer, in value: UnsafeMutableRawPointer) {
    for place in places where place.type == type {
      let own = unsafe value + place.offset
      if unsafe own.load(as: UInt.self) == elements { unsafe place.replace(own, with: list) }
    }
  }
}

/// The single index at which two arrays of equal length differ, or none. Valid while both arrays are retained.
struct ListDifference {
  /// The addresses of both arrays' elements. They identify the arrays and are never dereferenced.
  private let old: UInt
  private let new: UInt
  private let count: Int
  private let place: Int?

  init(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int, at place: Int?) {
    (self.old, self.new) = (UInt(bitPattern: old), UInt(bitPattern: new))
    (self.count, self.place) = (count, place)
  }

  /// The difference, if these two arrays were compared.
  fileprivate func differences(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int) -> Differences? {
    guard self.old == UInt(bitPattern: old), self.new == UInt(bitPattern: new), self.count == count else { return nil }
    return Differences(first: place)
  }
}

/// An array stored in the values of a type.
private final class ListPlace {
  let type: Any.Type
  let offset: Int
  private let access: any ListAccess
  private let layout: ValueLayout
  private let memory: any ValueMemory.Type
  private let elementMemory: any ValueMemory.Type
  /// Whether elements can be released at once, since that certainly runs no app code.
  private let isInert: Bool
  /// How often the array was kept since its last change.
  private var unchangedCount = 0

  init(of type: Any.Type, at offset: Int, _ access: any ListAccess) {
    (self.type, self.offset, self.access) = (type, offset, access)
    let element = access.element
    layout = ValueLayout.of(element.type)
    memory = TypePlan.of(type).memory
    elementMemory = element.memory
    isInert = Self.isInert(element.type)
  }

  private static func isInert(_ type: Any.Type) -> Bool {
    #if !canImport(ObjectiveC)
    // With Objective-C a string may be an instance of an app's class.
    if type == String.self { return true }
    #endif
    // Only number types of the system; an app may have its own ones.
    return EncodingRules.haveBuiltinEncoding(type) && (type is any Numeric.Type || type == Bool.self)
  }

  func replace(_ own: UnsafeMutableRawPointer, with list: UnsafeRawPointer) {
    unsafe memory.destroy(own)
    unsafe memory.copy(list, to: own)
  }

  /// The length up to which copying costs no more than avoiding it.
  private static let fewElements = 16
  private static let mostDifferences = 16
  /// The number of comparisons of two long arrays that cost as much as one copy.
  private static let comparisonsPerCopy = 8

  /// Updates the elements of `own` that differ from those of `list`, if that is cheap and `own` is uniquely referenced.
  ///
  /// - Returns: Whether both are equal now, and `own` is to be kept.
  func update(
    _ own: UnsafeMutableRawPointer, to list: UnsafeMutableRawPointer, _ known: ListDifference?, _ gone: inout DeferredReleases?
  ) -> Bool {
    // The app may keep earlier states itself; then a change would copy all elements.
    guard unsafe isUnique(own) else { return false }
    var found: Differences?
    var went: DeferredReleases?
    unsafe access.withElements(own) { old, count in
      guard count >= Self.fewElements, let old = unsafe old else { return }
      unsafe access.withElements(list) { new, newCount in
        guard newCount == count, let new = unsafe new else { return }
        found = unsafe known?.differences(between: old, and: new, count: count) ?? differences(old, new, count: count)
        guard let found, found.first != nil else { return }
        let own = unsafe UnsafeMutableRawPointer(mutating: old)
        if isInert {
          unsafe replace(found, in: own, by: new)
        } else {
          went = unsafe DeferredReleases(replacing: found, in: own, by: new, elementMemory, layout.extent)
        }
      }
    }
    guard let found else { return false }
    if let went {
      went.next = gone
      gone = went
    }
    guard found.first == nil else {
      unchangedCount = 0
      return true
    }
    unchangedCount += 1
    return unchangedCount <= Self.comparisonsPerCopy
  }

  private func replace(_ places: Differences, in old: UnsafeMutableRawPointer, by new: UnsafeRawPointer) {
    func replace(_ place: Int) {
      let offset = place * layout.extent.stride
      unsafe elementMemory.destroy(old + offset)
      unsafe elementMemory.copy(new + offset, to: old + offset)
    }
    if let first = places.first { replace(first) }
    for place in places.others { replace(place) }
  }

  /// The indices at which the elements differ; `nil` if there are too many.
  private func differences(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> Differences? {
    let first = unsafe layout.firstDifference(old, new, from: 0, count: count)
    guard first < count else { return Differences(first: nil) }
    var differences = Differences(first: first)
    while true {
      let place = unsafe layout.firstDifference(old, new, from: (differences.others.last ?? first) + 1, count: count)
      guard place < count else { return differences }
      guard differences.others.count < Self.mostDifferences else { return nil }
      differences.others.append(place)
    }
  }

  private func isUnique(_ list: UnsafeMutableRawPointer) -> Bool {
    #if canImport(ObjectiveC)
    // The elements may be stored in an `NSArray`.
    if access.element.type is AnyObject.Type { return false }
    #endif
    return unsafe NativeObject.isUnique(at: list)
  }
}

/// The indices at which the elements of two arrays differ. Usually there is only one.
private struct Differences {
  let first: Int?
  var others: [Int] = []
}

/// Elements removed from an array. They are released with this object.
@safe
final class DeferredReleases {
  /// Removed elements of another array.
  fileprivate(set) var next: DeferredReleases?
  private let memory: any ValueMemory.Type
  private let extent: ValueExtent
  private let start: UnsafeMutableRawPointer
  private var count = 0

  /// Moves the elements at these indices out of an array, and replaces them by copies of another array's elements.
  fileprivate init(
    replacing places: Differences, in old: UnsafeMutableRawPointer, by new: UnsafeRawPointer, _ memory: any ValueMemory.Type,
    _ extent: ValueExtent
  ) {
    (self.memory, self.extent) = (memory, extent)
    unsafe start = PlainMemory.allocate(1 + places.others.count, of: extent)
    if let first = places.first { unsafe replace(first, in: old, by: new) }
    for place in places.others { unsafe replace(place, in: old, by: new) }
  }

  private func replace(_ place: Int, in old: UnsafeMutableRawPointer, by new: UnsafeRawPointer) {
    unsafe memory.move(old + place * extent.stride, to: start + count * extent.stride)
    unsafe memory.copy(new + place * extent.stride, to: old + place * extent.stride)
    count += 1
  }

  deinit {
    for index in 0..<count { unsafe memory.destroy(start + index * extent.stride) }
    unsafe PlainMemory.deallocate(start, of: extent)
  }
}
