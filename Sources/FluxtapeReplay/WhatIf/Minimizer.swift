/// Finds a minimal subset of items with some property, by *delta debugging* (Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input", 2002).
public struct Minimizer: Sendable {
  /// The number of trials so far.
  public private(set) var trials = 0

  /// Creates a search.
  public init() {}

  /// Returns a subset of `items` for which `happens` holds, but no longer does without any single one.
  ///
  /// - Parameters:
  ///   - items: All items. `happens` must hold for them.
  ///   - progress: Called with the number of remaining items after each successful trial.
  ///   - happens: Called with subsets of `items`, in order.
  /// - Throws: Rethrows errors of `happens`.
  /// - Complexity: O(n²) trials at worst, O(log n) if a single item is enough.
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
    // The empty set may be enough.
    trials += 1
    if items.count == 1, try happens([]) { return [] }
    return items
  }

  /// Returns one of `parts` equal parts, or the complement of one, for which `happens` still holds.
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
