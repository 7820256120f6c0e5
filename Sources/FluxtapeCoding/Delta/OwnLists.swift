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
// A list that did not change is kept as the app has it, so that the next comparison finds at once that it is the same.
//
// Sound: addresses are those of arrays inside of a value of the type that the places were found for, both owned by the caller alone.

/// The lists that lie in the values of a type themselves, in its stored properties and theirs.
struct ListPlaces {
  private let places: [Place]

  private struct Place {
    let offset: Int
    let type: Any.Type
    let access: any ListAccess
    let layout: ValueLayout
  }

  /// - Parameter type: A type that equal bytes are proof for.
  init(in type: Any.Type) {
    var places: [Place] = []
    Self.collect(type, at: 0, depth: 0, into: &places)
    self.places = places
  }

  var isEmpty: Bool { places.isEmpty }

  private static func collect(_ type: Any.Type, at offset: Int, depth: Int, into places: inout [Place]) {
    if case .list(let access) = TypePlan.of(type).shape {
      return places.append(Place(offset: offset, type: type, access: access, layout: ValueLayout.of(access.element.type)))
    }
    let metadata = TypeMetadata(type)
    // Not those of the system, nor those for which their author vouches: what they make of their lists is theirs.
    guard depth < deepest, !(type is any OwnForm.Type), !(type is any CopiedOnWrite.Type), !(type is any ValueSemantic.Type),
      let fields = metadata.fields, let offsets = metadata.fieldOffsets, fields.count == offsets.count
    else { return }
    for (field, inner) in zip(fields, offsets) {
      guard let type = metadata.type(of: field) else { continue }
      collect(type, at: offset + inner, depth: depth + 1, into: &places)
    }
  }

  private static let deepest = 8
}

/// The one place at which two lists of one length differ, as a comparison found it. Of use as long as both are held.
struct ListDifference {
  /// The addresses of the elements of both. They tell which lists are meant, and are never followed.
  private let old: UInt
  private let new: UInt
  private let count: Int
  private let place: Int

  init(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int, at place: Int) {
    (self.old, self.new) = (UInt(bitPattern: old), UInt(bitPattern: new))
    (self.count, self.place) = (count, place)
  }

  /// The place, if it is these lists that were compared.
  func place(between old: UnsafeRawPointer, and new: UnsafeRawPointer, count: Int) -> Int? {
    self.old == UInt(bitPattern: old) && self.new == UInt(bitPattern: new) && self.count == count ? place : nil
  }
}

extension ListPlaces {
  /// Gives the later of two values the lists of the earlier one, brought up to date, where that is little work. The earlier value is
  /// of no use afterwards, but for being destroyed.
  ///
  /// - Parameters:
  ///   - known: What the comparison of both values found last.
  ///   - didReplace: Is told of each list that the later value got: its type, the object that has the elements of the equal list that it
  ///     had, and where the new one lies.
  /// - Returns: The elements that went. To let go of them may run code of the app.
  func keepOwn(
    _ later: UnsafeMutableRawPointer, insteadOf earlier: UnsafeMutableRawPointer, _ known: ListDifference?,
    _ didReplace: (_ type: Any.Type, _ elements: UInt, _ list: UnsafeRawPointer) -> Void
  ) -> [Any] {
    var gone: [Any] = []
    for place in places {
      let list = unsafe later + place.offset
      let elements = unsafe list.load(as: UInt.self)
      unsafe place.access.keepOwn(list, insteadOf: earlier + place.offset, place.layout, known, gone: &gone)
      if unsafe list.load(as: UInt.self) != elements { unsafe didReplace(place.type, elements, UnsafeRawPointer(list)) }
    }
    return gone
  }
}

extension ArrayAt {
  func keepOwn(
    _ later: UnsafeMutableRawPointer, insteadOf earlier: UnsafeMutableRawPointer, _ layout: ValueLayout, _ known: ListDifference?,
    gone: inout [Any]
  ) {
    let later = unsafe later.assumingMemoryBound(to: [Element].self)
    let earlier = unsafe earlier.assumingMemoryBound(to: [Element].self)
    let count = unsafe later.pointee.count
    guard count >= ListEconomy.shortest, unsafe earlier.pointee.count == count, unsafe ListEconomy.isUnique(earlier) else { return }
    var replaced: [Element] = []
    if unsafe update(&earlier.pointee, to: later.pointee, layout, known, &replaced) { unsafe swap(&earlier.pointee, &later.pointee) }
    if !replaced.isEmpty { gone.append(replaced) }
  }

  /// Replaces the elements of `old` that differ from those of `new`. `false` if there are none, or too many.
  private func update(
    _ old: inout [Element], to new: [Element], _ layout: ValueLayout, _ known: ListDifference?, _ replaced: inout [Element]
  )
    -> Bool
  {
    unsafe old.withUnsafeMutableBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return false }
        if let place = unsafe known?.place(between: oldStart, and: newStart, count: new.count) {
          unsafe replaced.append(old[place])
          unsafe old[place] = new[place]
          return true
        }
        var place = unsafe layout.firstDifference(oldStart, newStart, from: 0, count: new.count)
        while place < new.count {
          guard replaced.count < ListEconomy.mostDifferences else { return false }
          unsafe replaced.append(old[place])
          unsafe old[place] = new[place]
          place = unsafe layout.firstDifference(oldStart, newStart, from: place + 1, count: new.count)
        }
        return !replaced.isEmpty
      }
    }
  }
}

/// When it pays to keep a list of one's own.
private enum ListEconomy {
  /// Elements below which a copy costs no more than to avoid it.
  static let shortest = 16
  static let mostDifferences = 16

  /// Whether nobody else holds the elements of a list that is not empty: the app may keep earlier states itself, and then a change would
  /// copy them all.
  static func isUnique<Element>(_ list: UnsafeMutablePointer<[Element]>) -> Bool {
    #if canImport(ObjectiveC)
      // The elements may be those of an `NSArray`.
      if Element.self is AnyObject.Type { return false }
    #endif
    guard MemoryLayout<[Element]>.size == MemoryLayout<AnyObject>.size else { return false }
    // An array is one reference to the object that has its elements.
    return unsafe list.withMemoryRebound(to: AnyObject.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
  }
}
