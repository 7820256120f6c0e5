/// A set of Unicode scalars.
struct ScalarSet: Hashable, Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isInverted = false

  func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } != isInverted }

  static let digit = ScalarSet(ranges: [0x30...0x39])
  static let word = ScalarSet(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x1FFF,
    0x2C00...0x2FEF, 0x3005...0x3007, 0x3021...0xFDFF, 0xFE70...0xFEFE, 0xFF10...0xFFDC, 0x1_0000...0x1_EFFF, 0x2_0000...0x3_FFFF,
  ])
  static let space = ScalarSet(ranges: [
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2000...0x200A, 0x2028...0x2029, 0x3000...0x3000,
  ])
  /// `.`: all but the line feed.
  static let anyInLine = ScalarSet(ranges: [0x0A...0x0A], isInverted: true)

  static func one(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

  /// The complement of the set.
  var inverted: ScalarSet { ScalarSet(ranges: ranges, isInverted: !isInverted) }

  /// The set as ranges without inversion.
  var plainRanges: [ClosedRange<UInt32>] {
    guard isInverted else { return ranges }
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > start { result.append(start...(range.lowerBound - 1)) }
      start = max(start, range.upperBound + 1)
    }
    return start <= 0x10_FFFF ? result + [start...0x10_FFFF] : result
  }

  /// The set with the other case of its ASCII letters and, for single scalars, with Unicode's case mappings.
  var inAnyCase: ScalarSet {
    var result = self
    for range in ranges {
      for (first, last, other) in [(0x41, 0x5A, 32), (0x61, 0x7A, -32)] as [(UInt32, UInt32, Int32)] {
        let (low, high) = (max(range.lowerBound, first), min(range.upperBound, last))
        if low <= high { result.ranges.append(UInt32(Int32(low) + other)...UInt32(Int32(high) + other)) }
      }
      guard range.count == 1, let scalar = Unicode.Scalar(range.lowerBound) else { continue }
      for mapped in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
        if mapped.unicodeScalars.count == 1, let other = mapped.unicodeScalars.first { result.ranges.append(other.value...other.value) }
      }
    }
    return result
  }
}

/// A regular expression as a tree.
indirect enum RegularExpressionNode {
  case scalar(ScalarSet)
  case start
  case end
  case wordBoundary(Bool)
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  case repeated(RegularExpressionNode, atLeast: Int, atMost: Int?)
}

extension RegularExpressionNode {
  /// The longest run of single characters in the outermost sequence, which every match contains.
  var longestLiteral: String? {
    guard case .sequence(let nodes) = self else { return nil }
    var (longest, run) = ("", "")
    for node in nodes {
      if case .scalar(let set) = node, !set.isInverted, set.ranges.count == 1, set.ranges[0].count == 1,
        let scalar = Unicode.Scalar(set.ranges[0].lowerBound)
      {
        run.unicodeScalars.append(scalar)
        if run.unicodeScalars.count > longest.unicodeScalars.count { longest = run }
      } else {
        run = ""
      }
    }
    return longest.isEmpty ? nil : longest
  }
}

/// Compiles a tree to a program.
struct RegularExpressionCompiler {
  private(set) var program: [RegularExpression.Instruction] = []
  /// The number of nodes so far, including those without instructions: nested `(){1000}` would otherwise take forever.
  private var nodeCount = 0

  /// - Returns: Whether the program is small enough.
  mutating func compile(_ node: RegularExpressionNode) -> Bool {
    nodeCount += 1
    guard nodeCount <= 4 * RegularExpression.maximumSize, program.count < RegularExpression.maximumSize else { return false }
    switch node {
    case .scalar(let set): program.append(.scalar(set))
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .wordBoundary(let wanted): program.append(.wordBoundary(wanted))
    case .sequence(let nodes): for node in nodes { guard compile(node) else { return false } }
    case .alternatives(let nodes): return compile(alternatives: nodes)
    case .repeated(let node, let least, let most): return compile(node, atLeast: least, atMost: most)
    }
    return true
  }

  private mutating func compile(alternatives nodes: [RegularExpressionNode]) -> Bool {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      let split = program.count
      let isLast = index == nodes.count - 1
      if !isLast { program.append(.jump(0)) }
      guard compile(node) else { return false }
      guard !isLast else { break }
      ends.append(program.count)
      program.append(.jump(0))
      program[split] = .split(split + 1, program.count)
    }
    for end in ends { program[end] = .jump(program.count) }
    return true
  }

  private mutating func compile(_ node: RegularExpressionNode, atLeast least: Int, atMost most: Int?) -> Bool {
    for _ in 0..<least { guard compile(node) else { return false } }
    guard let most else {
      let split = program.count
      program.append(.jump(0))
      guard compile(node) else { return false }
      program.append(.jump(split))
      program[split] = .split(split + 1, program.count)
      return true
    }
    var splits: [Int] = []
    for _ in 0..<max(0, most - least) {
      splits.append(program.count)
      program.append(.jump(0))
      guard compile(node) else { return false }
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
    return true
  }
}
