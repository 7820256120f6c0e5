/// A stack whose upper part can be taken off as an array, element by element moved and none copied.
///
/// A parser keeps the contents of all open containers on one of these. `Array` can only copy them out again, which costs a
/// retain and a release for each element: a fifth of the time of a parse.
@safe struct ElementStack<Element>: ~Copyable {
  // Sound: the first `count` of `capacity` elements are initialized, and no pointer leaves this file.
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 16
  private(set) var count = 0

  init() { unsafe base = .allocate(capacity: capacity) }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  /// Changes the element pushed last.
  mutating func updateTop(_ change: (inout Element) -> Void) {
    precondition(count > 0)
    unsafe change(&base[count - 1])
  }

  /// Takes the elements from `start` on off the stack.
  mutating func popArray(from start: Int) -> [Element] {
    precondition(start >= 0 && start <= count)
    var array: [Element] = []
    array.reserveCapacity(count - start)
    for place in start..<count { array.append(unsafe (base + place).move()) }
    count = start
    return array
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}
