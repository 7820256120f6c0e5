/// How well one fact tells red runs from green ones.
///
/// A fact is a value and a bound that is learnt from the runs: that which leaves the most red runs on one side and the fewest green ones there.
/// The score is Ochiai's, of spectrum-based fault localisation: *red with it / √(all red · all with it)*. The chance is Fisher's exact test:
/// how likely so clean a separation is if colors were dealt at random. Where the fact could not be observed, a run does not count for
/// the chance (Liblit et al., PLDI 2005: *Increase* = *Failure* − *Context*). Only bounds that could separate so cleanly count as further
/// tries (Tarone, *A Modified Bonferroni Method for Discrete Data*, Biometrics 1990): a bound that parts 3 of 25 runs cannot part 5 red ones.
struct FactTest {
  /// The value in red runs is below the bound; else it is at least as large.
  var isBelow = false
  var bound: Float = 0
  var red = 0
  var green = 0
  /// Where the fact could be observed.
  var redObserved = 0
  var greenObserved = 0
  var score = 0.0
  var chance = 1.0
  /// The chance if the colors were dealt so that the best bound separates them as cleanly as it can.
  var leastChance = 1.0
  /// What the values of green runs are.
  var greenRange: ClosedRange<Float>?

  enum Color: UInt8 { case green, red, other }

  /// - Parameters:
  ///   - values: For each run the value; not a number where the fact could not be observed.
  ///   - redCount: All red runs, whether the fact could be observed there or not.
  init?(_ values: [Float], _ colors: [Color], redCount: Int) {
    var reds: [Float] = []
    var greens: [Float] = []
    for (value, color) in zip(values, colors) where !value.isNaN {
      switch color {
      case .red: reds.append(value)
      case .green: greens.append(value)
      case .other: break
      }
    }
    (redObserved, greenObserved) = (reds.count, greens.count)
    guard let least = greens.min(), let most = greens.max(), !reds.isEmpty else { return nil }
    guard reds.contains(where: { $0 != least }) || least != most else { return nil }
    greenRange = least...most
    let cuts = learnBound(reds.sorted(), greens.sorted(), redCount)
    guard score > 0 else { return nil }
    learnChance(cuts)
  }

  /// - Parameter cuts: How many runs each bound has below it, in ascending order.
  private mutating func learnChance(_ cuts: [Int]) {
    let (marked, all) = (redObserved, redObserved + greenObserved)
    // A bound separates best if as many runs are on its side as are red.
    func least(_ draws: Int) -> Double { Hypergeometric.tail(hits: min(draws, marked), draws: draws, marked: marked, all: all) }
    func nearest(to count: Int) -> Int { cuts.min { abs($0 - count) < abs($1 - count) } ?? count }
    leastChance = min(least(nearest(to: marked)), least(all - nearest(to: all - marked)))
    let tail = Hypergeometric.tail(hits: red, draws: red + green, marked: marked, all: all)
    guard tail < Self.mostChanceToRefine else {
      chance = min(1, tail * Double(cuts.count))
      return
    }
    // The factor allows for rounding: bounds of equal size have equal least chances.
    let tries = cuts.reduce(0) { $0 + (least($1) <= tail * 1.000001 ? 1 : 0) + (least(all - $1) <= tail * 1.000001 ? 1 : 0) }
    chance = min(1, tail * Double(max(1, tries)))
  }

  /// From this chance on, every bound counts as a try: the fact is not told anyway.
  private static let mostChanceToRefine = 0.01

  /// - Returns: For each bound there was to choose from, how many runs are below it.
  private mutating func learnBound(_ reds: [Float], _ greens: [Float], _ redCount: Int) -> [Int] {
    var (lowRed, lowGreen) = (0, 0)
    var cuts: [Int] = []
    while lowRed < reds.count || lowGreen < greens.count {
      let next = min(lowRed < reds.count ? reds[lowRed] : .infinity, lowGreen < greens.count ? greens[lowGreen] : .infinity)
      if lowRed + lowGreen > 0 {
        cuts.append(lowRed + lowGreen)
        consider(next, isBelow: true, lowRed, lowGreen, redCount)
        consider(next, isBelow: false, reds.count - lowRed, greens.count - lowGreen, redCount)
      }
      while lowRed < reds.count, reds[lowRed] == next { lowRed += 1 }
      while lowGreen < greens.count, greens[lowGreen] == next { lowGreen += 1 }
    }
    return cuts
  }

  private mutating func consider(_ bound: Float, isBelow: Bool, _ red: Int, _ green: Int, _ redCount: Int) {
    // More of the red runs that have a say than of the green ones, or it speaks against the fact.
    guard red * greenObserved > green * redObserved else { return }
    let score = Double(red) / (Double(redCount) * Double(red + green)).squareRoot()
    guard score > self.score else { return }
    (self.isBelow, self.bound, self.red, self.green, self.score) = (isBelow, bound, red, green, score)
  }

  /// Whether the fact holds for a value.
  func holds(_ value: Float) -> Bool { isBelow ? value < bound : value >= bound }
}

/// Draws without putting back.
enum Hypergeometric {
  /// How likely at least so many of the draws are marked ones.
  static func tail(hits: Int, draws: Int, marked: Int, all: Int) -> Double {
    // The chance of `count` hits as a multiple of the chance of `hits`. No factorials, and what overflows is far from a draw.
    func ratio(_ count: Int) -> Double {
      Double(marked - count + 1) * Double(draws - count + 1) / (Double(count) * Double(all - marked - draws + count))
    }
    let (least, most) = (max(0, marked + draws - all), min(draws, marked))
    guard hits > least else { return 1 }
    guard hits <= most else { return 0 }
    var (more, fewer, term) = (1.0, 0.0, 1.0)
    for count in hits..<most {
      term *= ratio(count + 1)
      more += term
    }
    term = 1
    for count in ((least + 1)...hits).reversed() {
      term /= ratio(count)
      fewer += term
    }
    return more.isInfinite ? 1 : more / (more + fewer)
  }
}
