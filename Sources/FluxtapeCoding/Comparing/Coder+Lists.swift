import FluxtapeLog

// Comparing arrays: what both have in common at their ends stays; in between, equal elements are searched for.

/// Two arrays that are compared.
protocol ArraysToCompare {
  var oldCount: Int { get }
  var newCount: Int { get }
  /// The first index at which elements are not certainly equal.
  func firstDifference(in places: Range<Int>) -> Int?
  /// The number of certainly equal elements at the ends, at most `limit`.
  func commonSuffix(limit: Int) -> Int
  /// Whether two elements are certainly equal.
  func areSame(_ old: Int, _ new: Int) -> Bool
  func oldText(_ place: Int) -> [UInt8]
  func newText(_ place: Int) -> [UInt8]
  func compare(_ old: Int, _ new: Int, in context: WritingContext)
  func write(_ new: Int, into node: Node)
}

/// Two arrays of a trusted type.
struct ElementPair: ArraysToCompare {
  private let old: Elements
  private let new: Elements
  private let coder: Coder
  private let mask: ByteMask

  init(old: Elements, new: Elements, _ coder: Coder) {
    (self.old, self.new, self.coder, mask) = (old, new, coder, coder.mask(of: new.facts))
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func firstDifference(in places: Range<Int>) -> Int? { mask.firstDifference(old, new, in: places) }
  func commonSuffix(limit: Int) -> Int { mask.commonSuffix(old, new, limit: limit) }
  func areSame(_ oldPlace: Int, _ newPlace: Int) -> Bool { mask.areSame(old[oldPlace], new[newPlace]) }
  func oldText(_ place: Int) -> [UInt8] { coder.bytes { coder.write(old[place], into: $0) } }
  func newText(_ place: Int) -> [UInt8] { coder.bytes { coder.write(new[place], into: $0) } }
  func write(_ place: Int, into node: Node) { coder.write(new[place], into: node) }

  func compare(_ oldPlace: Int, _ newPlace: Int, in context: WritingContext) {
    coder.compare(old[oldPlace], new[newPlace], in: context)
  }
}

/// Two arrays of images.
struct ImagePair: ArraysToCompare {
  let old: [Image]
  let new: [Image]
  private let coder: Coder

  init(old: [Image], new: [Image], _ coder: Coder) { (self.old, self.new, self.coder) = (old, new, coder) }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func firstDifference(in places: Range<Int>) -> Int? { places.first { !new[$0].isSame(as: old[$0], coder) } }
  func commonSuffix(limit: Int) -> Int { (0..<limit).first { !areSame(old.count - 1 - $0, new.count - 1 - $0) } ?? limit }
  func areSame(_ oldPlace: Int, _ newPlace: Int) -> Bool { new[newPlace].isSame(as: old[oldPlace], coder) }
  func oldText(_ place: Int) -> [UInt8] { coder.text(of: old[place]) }
  func newText(_ place: Int) -> [UInt8] { coder.text(of: new[place]) }
  func write(_ place: Int, into node: Node) { new[place].write(into: node, coder) }

  func compare(_ oldPlace: Int, _ newPlace: Int, in context: WritingContext) {
    new[newPlace].compare(to: old[oldPlace], coder, in: context)
  }
}

extension Coder {
  /// Composes the operations between two arrays.
  func compare(_ arrays: any ArraysToCompare, in context: WritingContext) {
    guard patch.depth < Self.deepestPatch, context.secrecy.leavesNumbers,
      !redactor.mayNameSecrets(elements: arrays.oldCount, arrays.oldText),
      !redactor.mayNameSecrets(elements: arrays.newCount, arrays.newText)
    else { return compareWhole(arrays, in: context) }
    let mark = patch.mark
    let shorter = min(arrays.oldCount, arrays.newCount)
    let first = inside(.nameless) { arrays.firstDifference(in: 0..<shorter) } ?? shorter
    if arrays.oldCount == arrays.newCount {
      guard first < shorter else { return }
      guard arrays.firstDifference(in: first + 1..<shorter) != nil else {
        return at(first, in: context) { arrays.compare(first, first, in: $0) }
      }
      compareAtPlaces(arrays, from: first, in: context)
    } else {
      guard redactor.areElementsAlike(in: context) else { return compareWhole(arrays, in: context) }
      let suffix = arrays.commonSuffix(limit: shorter - first)
      align(arrays, first..<arrays.oldCount - suffix, first..<arrays.newCount - suffix, in: context)
    }
    shorten(arrays, since: mark, in: context)
  }

  /// Compares two arrays that may become one digest each.
  private func compareWhole(_ arrays: any ArraysToCompare, in context: WritingContext) {
    func joined(_ texts: [[UInt8]]) -> [UInt8] {
      [UInt8(ascii: "[")] + texts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
    let (old, new) = inside(.nameless) {
      (joined((0..<arrays.oldCount).map(arrays.oldText)), joined((0..<arrays.newCount).map(arrays.newText)))
    }
    replaceIfDifferent(old, new, in: context)
  }

  /// Replaces the whole array if that is much shorter.
  private func shorten(_ arrays: any ArraysToCompare, since mark: PatchText.Mark, in context: WritingContext) {
    let limit = (patch.bytes.count - mark.bytes) / 2
    // Each element takes at least a byte and a comma.
    guard patch.count > mark.count + 1, 2 * arrays.newCount < limit else { return }
    var whole = [UInt8(ascii: "[")]
    for place in 0..<arrays.newCount {
      if place > 0 { whole.append(UInt8(ascii: ",")) }
      whole += inside(.nameless) { arrays.newText(place) }
      guard whole.count < limit else { return }
    }
    whole.append(UInt8(ascii: "]"))
    replaceIfShorter(whole, since: mark, in: context)
  }
}

// MARK: - Elements that keep their indices

extension Coder {
  /// The number of changes from which it is worth checking whether elements moved.
  private static let manyChanges = 8
  /// The number of changed elements that are looked for at other places.
  private static let sampleSize = 4

  private func compareAtPlaces(_ arrays: any ArraysToCompare, from first: Int, in context: WritingContext) {
    var places = [first]
    while let next = arrays.firstDifference(in: places[places.count - 1] + 1..<arrays.newCount) { places.append(next) }
    let mark = patch.mark
    guard redactor.areElementsAlike(in: context) else { return compare(arrays, at: places, in: context) }
    let window = first..<places[places.count - 1] + 1
    if haveMoved(arrays, places) { return align(arrays, window, window, in: context) }
    var changed: [Int] = []
    for place in places {
      let before = patch.count
      at(place, in: context) { arrays.compare(place, place, in: $0) }
      if patch.count > before { changed.append(place) }
    }
    guard changed.count >= Self.manyChanges, 2 * changed.count >= places.count else { return }
    // The array may have been made anew, so that equal elements have different bytes. Some of them tell whether elements moved.
    let isMoved = inside(.nameless) {
      let texts = (0..<Self.sampleSize).map { arrays.newText(changed[$0 * (changed.count - 1) / (Self.sampleSize - 1)]) }
      return places.contains { texts.contains(arrays.oldText($0)) }
    }
    guard isMoved else { return }
    patch.rollBack(to: mark)
    align(arrays, window, window, in: context)
  }

  private func compare(_ arrays: any ArraysToCompare, at places: [Int], in context: WritingContext) {
    for place in places { at(place, in: context) { arrays.compare(place, place, in: $0) } }
  }

  /// Whether elements that differ at one index are equal to others a few places away: one insertion shifts all later elements.
  private func haveMoved(_ arrays: any ArraysToCompare, _ places: [Int]) -> Bool {
    let last = arrays.newCount - 1
    return places.prefix(8).contains { place in
      (1...8).contains { shift in
        place + shift <= last && (arrays.areSame(place + shift, place) || arrays.areSame(place, place + shift))
      }
    }
  }
}

// MARK: - Elements that are inserted, removed and moved

extension Coder {
  private func align(_ arrays: any ArraysToCompare, _ old: Range<Int>, _ new: Range<Int>, in context: WritingContext) {
    let edit = inside(.nameless) { ElementEdit(from: old.map(arrays.oldText), to: new.map(arrays.newText)) }
    for move in edit.moves { self.move(from: old.lowerBound + move.from, to: old.lowerBound + move.to) }
    var index = old.lowerBound
    for step in edit.steps {
      switch step {
      case .keep: index += 1
      case .change(let oldPlace, let newPlace):
        at(index, in: context) { arrays.compare(old.lowerBound + oldPlace, new.lowerBound + newPlace, in: $0) }
        index += 1
      case .remove: at(index, in: context) { _ in remove() }
      case .insert(let newPlace):
        at(index, in: context) { add(in: $0) { arrays.write(new.lowerBound + newPlace, into: $0) } }
        index += 1
      }
    }
  }
}
