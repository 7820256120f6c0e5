import FluxtapeCoding
import FluxtapeMemory
import FluxtapeRandomCases
import Testing

/// Long lists that an app changes repeatedly.
///
/// Only the addresses of lists are compared here.
struct OwnListTests {
  struct Page: Codable, Equatable, Sendable {
    var title = "page"
    var texts = (0..<40).map { "a text that is too long to lie in the string itself: \($0)" }
    var statistics = Statistics()
  }

  struct Statistics: Codable, Equatable, Sendable {
    var changes = 0
    var numbers = Array(0..<50)
  }

  private static func address<Element>(of list: [Element]) -> UInt {
    unsafe list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func `from the second change on an app changes its lists in place`() {
    let delta = MemoryComparison(rules: .plain)
    var (page, bytes) = (Page(), [UInt8]())
    func tell() {
      _ = delta.advance(to: page, named: "page", appendingTo: &bytes)
      _ = delta.takeReleased()
    }
    tell()
    page.texts[3] += "!"
    page.statistics.numbers[7] = 0
    tell()
    let (texts, numbers) = (Self.address(of: page.texts), Self.address(of: page.statistics.numbers))
    for place in 0..<10 {
      page.texts[place] += "?"
      page.statistics.numbers[place] += 1
      // Checked each time, since the copy of a copy may have the list's former address.
      #expect(Self.address(of: page.texts) == texts)
      #expect(Self.address(of: page.statistics.numbers) == numbers)
      tell()
    }
  }

  @Test(arguments: seeds(20))
  func `an app that keeps earlier states finds them as they were`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var page = Page()
    var history = [page]
    var copies = [Self.copy(of: page)]
    let followed = try FollowedDocument(page)
    for _ in 0..<30 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: page.texts.insert("new", at: Int.random(in: 0...page.texts.count, using: &random))
      case 1: page.texts.remove(at: Int.random(in: page.texts.indices, using: &random))
      case 2: page.title += "."
      case 3: for place in page.texts.indices where Bool.random(using: &random) { page.texts[place] += "~" }
      case 4: if let earlier = history.randomElement(using: &random) { page = earlier }
      case 5: page.statistics.numbers.swapAt(0, Int.random(in: page.statistics.numbers.indices, using: &random))
      default: page.texts[Int.random(in: page.texts.indices, using: &random)] += "!"
      }
      try followed.advance(to: page)
      guard Bool.random(using: &random) else { continue }
      history.append(page)
      copies.append(Self.copy(of: page))
    }
    #expect(history == copies)
  }

  struct Table: Codable, Equatable, Sendable {
    var rows = (0..<20).map { Row(cells: Array($0..<$0 + 20)) }
    var widths = Array(0..<20)
  }

  struct Row: Codable, Equatable, Sendable {
    var cells: [Int]
  }

  @Test func `lists inside of lists and beside them are told apart`() throws {
    var table = Table()
    let followed = try FollowedDocument(table)
    for place in 0..<40 {
      table.rows[place % 20].cells[place % 7] -= 1
      if place.isMultiple(of: 2) { table.widths[place % 20] += 1 }
      if place.isMultiple(of: 5) { table.rows[19 - place % 20].cells[3] += 5 }
      try followed.advance(to: table)
    }
  }

  /// The same page without shared storage.
  private static func copy(of page: Page) -> Page {
    var copy = Page(title: page.title, texts: page.texts.map { $0 + "" })
    copy.statistics = Statistics(changes: page.statistics.changes, numbers: page.statistics.numbers.map { $0 + 0 })
    return copy
  }

  final class Handle: Encodable, Sendable, ValueSemantic {
    static let hasValueSemantics = true
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  struct Handles: Encodable, Sendable {
    var list = (0..<20).map { Handle($0) }
  }

  @Test func `elements that are replaced are handed out to be let go`() {
    let delta = MemoryComparison(rules: .plain)
    var (state, bytes) = (Handles(), [UInt8]())
    _ = delta.advance(to: state, named: "s", appendingTo: &bytes)
    for place in 0..<3 {
      weak let replaced = state.list[place]
      state.list[place] = Handle(100 + place)
      _ = delta.advance(to: state, named: "s", appendingTo: &bytes)
      #expect(replaced != nil)
      _ = delta.takeReleased()
      #expect(replaced == nil)
    }
  }
}
