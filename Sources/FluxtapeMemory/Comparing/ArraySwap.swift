// Lists of a kept state that the app no longer shares.
//
// An array that is kept and changed by the app is copied by it, element by element, since two hold it: for a long list that takes longer than
// everything else there is to record a change. So a list in which few elements changed is brought up to date in the copy that the earlier
// state has, and that one is kept; the app has its own to itself again, and changes it in place the next time.
//
//     earlier   later     app                 earlier   later     app
//     ┌─────┐   ┌─────┐   ┌─────┐             ┌─────┐   ┌─────┐   ┌─────┐
//     │  ●  │   │  ●──┼─┬─┼──●  │     ──▶     │  ●──┼─┐ │  ●  │ ┌─┼──●  │
//     └──┼──┘   └─────┘ │ └─────┘             └─────┘ │ └──┼──┘ │ └─────┘
//        ▼              ▼                             │    ▼    │
//       a b c          a x c                          │   a x c │   (was a b c)
//                                                     └─▶ a x c ◀┘
//
// A list that did not change is kept as the app has it, so that the next comparison finds at once that it is the same. But not at once: it
// takes the app about as long to copy a list as it takes us to look through it for changes some times, and what has changed may soon change
// again. (To rent skis for as long as it takes to have paid their price is never twice as expensive as what is best; Karlin, Manasse, Rudolph
// and Sleator, "Competitive snoopy caching".)
//
// Sound: addresses are those of arrays inside of a value of the type that the places were found for, both owned by the caller alone. An
// array is one reference to the object that has its elements. What lies in one that nobody else refers to is changed in place.

import FluxtapeCoding

/// The lists that lie in the values of a type themselves, in its stored properties and theirs.
final class ListPlaces {
  private let places: [ListPlace]

  private init(_ places: [ListPlace]) { self.places = places }

  /// - Parameter type: A type that equal bytes are proof for.
  /// - Returns: `nil` if there are none.
  static func ifAny(in type: Any.Type) -> ListPlaces? {
    var places: [ListPlace] = []
    collect(type, at: 0, depth: 0, into: &places)
    return places.isEmpty ? nil : ListPlaces(places)
  }

  private static func collect(_ type: Any.Type, at offset: Int, depth: Int, into places: inout [ListPlace]) {
    if case .list(let access) = TypePlan.of(type).shape { return places.append(ListPlace(of: type, at: offset, access)) }
    let metadata = TypeMetadata(type)
    // Not those of the system, nor those for which their author vouches: what they make of their lists is theirs.
    guard depth < deepest, !EncodingRules.haveBuiltinEncoding(type), !(type is any CopiedOnWrite.Type), !(type is any ValueSemantic.Type),
      let fields = metadata.fields, let offsets = metadata.fieldOffsets, fields.count == offsets.count
    else { return }
    for (field, inner) in zip(fields, offsets) {
      guard let type = metadata.type(of: field) else { continue }
      collect(type, at: offset + inner, depth: depth + 1, into: &places)
    }
  }

  private static let deepest = 8

  /// Gives the later of two values the lists of the earlier one, brought up to date, where that is little work. The earlier value is
  /// of no use afterwards, but for being destroyed.
  ///
  /// - Parameters:
  ///   - known: What the comparison of both values found last.
  ///   - didReplace: Is told of each list that the later value got: its type, the object that has the elements of the equal list that it
  ///     had, and where the new one lies.
  /// - Returns: The elements that went, the first list's and those of others. To let go of them may run code of the app.
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

  /// Replaces, in a value of the type, each list that has these elements by one that is equal.
  ///
  /// - Parameters:
  ///   - type: That of the list.
  ///   - elements: The object that has the list's elements.
  func replace(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer, in value: UnsafeMutableRawPointer) {
    for place in places where place.type == type {
      let own = unsafe value + place.offset
      if unsafe own.load(as: UInt.self) == elements { unsafe place.replace(own, with: list) }
    }
  }
}

/// The one place at which two lists of one length differ, if they do, as a comparison found it. Of use as long as both are held.
struct ListDifference {
  /// The addresses of the elements of both. They tell which lists are meant, and are never followed.
  private let old: UInt
  private let new: UInt
  private let count: Int
  private let place: Int?

  init(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int, at place: Int?) {
    (self.old, self.new) = (UInt(bitPattern: old), UInt(bitPattern: new))
    (self.count, self.place) = (count, place)
  }

  /// The place if there is one, if it is these lists that were compared.
  fileprivate func differences(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int) -> Differences? {
    guard self.old == UInt(bitPattern: old), self.new == UInt(bitPattern: new), self.count == count else { return nil }
    return Differences(first: place)
  }
}

/// A list in the values of a type.
private final class ListPlace {
  let type: Any.Type
  let offset: Int
  private let access: any ListAccess
  private let layout: ValueLayout
  private let memory: any ValueMemory.Type
  private let elementMemory: any ValueMemory.Type
  /// Whether elements can be let go of at once, as that is sure to run no code of the app.
  private let isInert: Bool
  /// How often the list was kept since it last changed.
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
    // There it may be of a class of the app's own.
    if type == String.self { return true }
    #endif
    // The system's numbers; an app may have some of its own, of which nothing is known.
    return EncodingRules.haveBuiltinEncoding(type) && (type is any Numeric.Type || type == Bool.self)
  }

  func replace(_ own: UnsafeMutableRawPointer, with list: UnsafeRawPointer) {
    unsafe memory.destroy(own)
    unsafe memory.copy(list, to: own)
  }

  /// Elements below which a copy costs no more than to avoid it.
  private static let fewElements = 16
  private static let mostDifferences = 16
  /// Comparisons of two long lists that take as long as one copy.
  private static let comparisonsPerCopy = 8

  /// Replaces the elements of the list `own` that differ from those of `list`, if that is worth it and nobody else has them.
  ///
  /// - Returns: Whether they are equal now, and `own` is to be kept.
  func update(
    _ own: UnsafeMutableRawPointer, to list: UnsafeMutableRawPointer, _ known: ListDifference?, _ gone: inout DeferredReleases?
  ) -> Bool {
    // The app may keep earlier states itself, and then a change would copy all elements.
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

  /// The places at which the elements differ; `nil` if there are too many.
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
    // The elements may be those of an `NSArray`.
    if access.element.type is AnyObject.Type { return false }
    #endif
    return unsafe NativeObject.isUnique(at: list)
  }
}

/// The places at which the elements of two lists differ. Mostly there is one.
private struct Differences {
  let first: Int?
  var others: [Int] = []
}

/// Elements that were taken out of a list. They are let go of with this object.
@safe
final class DeferredReleases {
  /// Those of another list.
  fileprivate(set) var next: DeferredReleases?
  private let memory: any ValueMemory.Type
  private let extent: ValueExtent
  private let start: UnsafeMutableRawPointer
  private var count = 0

  /// Takes the elements at some places out of a list, and puts copies of those of another one in their places.
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
