/// Finds few of many things that are enough for something to happen: *delta debugging* (Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input", 2002).
public struct Minimizer: Sendable {
  /// How many trials were made.
  public private(set) var trials = 0

  /// Creates a search.
  public init() {}

  /// A part of `items` for which `happens` holds, and for which it no longer does if any single one is left out.
  ///
  /// - Parameters:
  ///   - items: All; for all of them `happens` holds.
  ///   - progress: DecodedEvent how many are left after each trial.
  ///   - happens: Asked for parts of `items`, in their order.
  /// - Throws: What `happens` throws.
  /// - Complexity: O(n²) trials at worst, O(log n) where a single item is enough.
  public mutating func minimized<Item>(
    _ items: [Item], progress: (Int) -> Void = { _ in }, where happens: ([Item]) throws -> Bool
  ) rethrows -> [Item] {
    var items = items
    var parts = 2
    while items.count > 1 {
      guard let fewer = try smaller(items, parts, progress, happens) else {
        if parts == items.count { break }
        parts = min(items.count, parts * 2)
        continue
      }
      parts = fewer.isPart ? 2 : max(2, parts - 1)
      items = fewer.items
      parts = min(parts, max(2, items.count))
    }
    // Nothing at all may be enough.
    trials += 1
    if items.count == 1, try happens([]) { return [] }
    return items
  }

  /// One of so many equal parts, or all but one of them, for which it still happens.
  private mutating func smaller<Item>(
    _ items: [Item], _ parts: Int, _ progress: (Int) -> Void, _ happens: ([Item]) throws -> Bool
  ) rethrows -> (items: [Item], isPart: Bool)? {
    let bounds = (0...parts).map { $0 * items.count / parts }
    for part in 0..<parts where parts < items.count || parts == 2 {
      let candidate = Array(items[bounds[part]..<bounds[part + 1]])
      if try test(candidate, progress, happens) { return (candidate, true) }
    }
    for part in 0..<parts where parts > 2 {
      let candidate = Array(items[..<bounds[part]] + items[bounds[part + 1]...])
      if try test(candidate, progress, happens) { return (candidate, false) }
    }
    return nil
  }

  private mutating func test<Item>(
    _ candidate: [Item], _ progress: (Int) -> Void, _ happens: ([Item]) throws -> Bool
  ) rethrows -> Bool {
    trials += 1
    let isEnough = try happens(candidate)
    if isEnough { progress(candidate.count) }
    return isEnough
  }
}
