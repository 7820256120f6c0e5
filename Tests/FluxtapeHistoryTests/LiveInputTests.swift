import FluxtapeHistory
import FluxtapeLog
import Foundation
import Testing

/// Standard input that continues while it is read.
struct LiveInputTests {
  private let pipe = Pipe()
  private let input: LiveInput

  init() throws { input = try LiveInput(reading: pipe.fileHandleForReading.fileDescriptor, into: NSTemporaryDirectory()) }

  private func write(_ text: String) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  private func end() throws { try pipe.fileHandleForWriting.close() }

  /// Yields to the reading thread until the condition holds.
  private func wait(_ condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      try #require(ContinuousClock.now < deadline)
      sched_yield()
    }
  }

  private static func line(_ step: Int) -> String { #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x","state":{"n":\#(step)}}"# + "\n" }

  @Test func `what has come is there before the end, and the rest as it comes`() throws {
    #expect(input.isOpen && !input.isWorthOpening)
    try write(Self.line(1) + Self.line(2).dropLast(10))
    try wait { input.isWorthOpening }
    let opening = try HistoryOpening(["-"], from: input)
    #expect(opening.histories[0].rows.count == 2 && opening.histories[0].rows[1].isTorn)
    #expect(try opening.readOn() == .unchanged)
    #expect(opening.isInputOpen)
    let count = input.byteCount
    try write(Self.line(2).suffix(10) + Self.line(3))
    try wait { input.byteCount > count }
    #expect(try opening.readOn() == .grown)
    #expect(opening.histories[0].rows.map(\.step?.rawValue) == [1, 2, 3])
    #expect(!opening.histories[0].rows.contains { $0.isTorn })
  }

  @Test func `it has ended when its writer has gone and all was read`() throws {
    try write(Self.line(1))
    try wait { input.isWorthOpening }
    let opening = try HistoryOpening(["-"], from: input)
    try write(Self.line(2))
    try end()
    try wait { !input.isOpen }
    #expect(opening.isInputOpen, "line 2 is still to be read")
    #expect(try opening.readOn() == .grown)
    #expect(!opening.isInputOpen)
    #expect(try opening.readOn() == .unchanged)
    #expect(opening.histories[0].rows.count == 2)
  }

  @Test func `an input that ends without a byte is an empty log`() throws {
    try end()
    try wait { input.isWorthOpening }
    #expect(throws: HistoryError.self) { try HistoryOpening(["-"], from: input) }
  }

  @Test func `a packed input is worth opening when all of it is there`() throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data([0x1F, 0x8B, 0x0A, 0x0A]))
    try wait { input.byteCount == 4 }
    #expect(!input.isWorthOpening)
    try end()
    try wait { !input.isOpen }
    #expect(input.isWorthOpening)
  }

  @Test func `what cannot be read is told after all that could`() throws {
    // A folder can be opened, but reading from it fails.
    let folder = unsafe open(NSTemporaryDirectory(), O_RDONLY)
    defer { close(folder) }
    let broken = try LiveInput(reading: folder, into: NSTemporaryDirectory())
    try wait { !broken.isOpen }
    #expect(throws: HistoryError.self) { try HistoryOpening(["-"], from: broken) }
  }
}
