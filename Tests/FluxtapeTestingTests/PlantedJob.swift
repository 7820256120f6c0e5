import Fluxtape
import FluxtapeTesting
import Testing

/// A job with three causes for `.ci/run`, which checks the output of `samples/ci/run`: a crash among other tests, an order that differs
/// between attempts, and a plain mistake.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("job"))) struct PlantedJob {
  private let shop = PlantedShop()

  // The crash: an empty order has no cheapest line.
  @Test func `the cheapest line is free`() async throws {
    await shop.browse(4)
    shop.perform(.cleared)
    try await Task.sleep(for: .milliseconds(300))
    shop.perform(.cheapestLineFreed)
  }

  // The order: in the first attempt, the payment completes before the reservation.
  @Test func `an order is paid when it is reserved`() async {
    let isFirst = PlantedRun.leaveTrace()
    await shop.browse(6)
    shop.perform(.added("tea", 7))
    for action in isFirst ? [PlantedShop.Action.paid, .reserved] : [.reserved, .paid] { shop.perform(action) }
    await shop.browse(3)
    #expect(shop.state.status == "paid")
  }

  // The mistake: the coupon is applied twice.
  @Test func `a coupon is taken off once`() async {
    await shop.browse(5)
    shop.perform(.added("tea", 7))
    shop.perform(.added("cup", 9))
    shop.perform(.couponRedeemed(5))
    #expect(shop.state.total == 11)
  }

  @Test(arguments: 0..<12) func `goes on while another test crashes`(_ number: Int) async throws {
    for round in 0..<60 {
      // Idle when the other test crashes: in the midst of an action it would be a suspect.
      if round < 5 { shop.perform(.viewed("\(number)-\(round)")) }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(shop.state.total == 0)
  }
}

final class PlantedShop: Sendable {
  enum Action {
    case viewed(String)
    case added(String, Int)
    case couponRedeemed(Int)
    case reserved, paid, cleared, cheapestLineFreed
  }

  struct State: Encodable {
    var viewed = ""
    var prices: [Int] = []
    var total = 0
    var status = "open"
  }

  private let tap = Recorder.current.store("shop")
  private let box = Box()

  var state: State { box.state }

  func browse(_ count: Int) async {
    for number in 0..<count {
      perform(.viewed("page \(number) of \(Int.random(in: 100..<1000))"))
      await Task.yield()
    }
  }

  func perform(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    tap.record(action: action, state: { box.state }, fileID: fileID, line: line) { box.reduce(action) }
  }

  private final class Box: @unchecked Sendable {  // one task at a time
    var state = State()

    func reduce(_ action: Action) {
      switch action {
      case .viewed(let page): state.viewed = page
      case .added(_, let price):
        state.prices.append(price)
        state.total += price
      case .couponRedeemed(let amount): state.total -= amount * 2
      case .reserved: state.status = "reserved"
      case .paid: if state.status == "reserved" { state.status = "paid" }
      case .cleared: state.prices = []
      case .cheapestLineFreed: state.total -= state.prices.sorted()[0]
      }
    }
  }
}
