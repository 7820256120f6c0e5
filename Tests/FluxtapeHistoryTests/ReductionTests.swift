import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct ReductionTests {
  static let log = """
    {"t":0,"store":"s","type":"@@STATE","state":{"n":0}}
    {"seq":1,"t":1,"store":"s","type":"outer"}
    {"seq":2,"t":2,"store":"other","type":"x","reduced":false}
    {"seq":3,"t":3,"store":"s","type":"inner","cause":1,"patch":[{"op":"replace","path":"/n","value":1}]}
    {"completes":1,"t":4,"store":"s","patch":[{"op":"replace","path":"/n","value":2}]}
    {"seq":4,"t":5,"store":"s","type":"sampled","omitted":"sampled"}
    {"seq":5,"t":6,"store":"s","type":"rejected","error":{"type":"E","message":"m"}}
    {"seq":9,"t":7,"store":"s","type":"late","state":{"n":9}}
    {"seq":10,"t":8,"store":"s","type":"@@DEINIT","reduced":false}

    """

  @Test func `reductions stand in the order of reduction, whatever order the actions began in`() throws {
    let history = try History.of(Self.log)
    let reductions = Array(try history.reductions(of: "s"))
    #expect(reductions.map(\.kind) == [.beginning, .action, .action, .action, .action, .end])
    #expect(reductions.dropFirst().map { history.rows[$0.row].type } == ["inner", "outer", "sampled", "late", "@@DEINIT"])
    #expect(reductions.map(\.tellsState) == [true, true, true, false, true, true])
    #expect(reductions.map(\.isSnapshot) == [true, false, false, false, true, false])
    #expect(reductions.map(\.isAfterLoss) == [false, false, false, false, true, false])
    #expect(try reductions.map { try history.state(of: "s", after: $0)?.text } == [0, 1, 2, 2, 9, nil].map { $0.map { #"{"n":\#($0)}"# } })
    #expect(reductions.map(\.position) == reductions.map(\.position).sorted())
  }

  @Test func `a store that is not there has none`() throws {
    #expect(throws: HistoryError.self) { try History.of(Self.log).reductions(of: "nowhere") }
  }

  @Test func `a log that is made on the spot is opened`() throws {
    let history = try History.spooled(named: "made") { write in
      for line in Self.log.split(separator: "\n") { try write(Array((line + "\n").utf8)) }
    }
    #expect(history.rows.count == (try History.of(Self.log).rows.count))
    #expect(history.files.first?.path == "made")
  }

  private struct Stopped: Error {}

  @Test func `what goes wrong while a log is made is thrown, and nothing made is none`() {
    #expect(throws: Stopped.self) { try History.spooled(named: "made") { _ in throw Stopped() } }
    #expect(throws: HistoryError.self) { try History.spooled(named: "made") { _ in } }
  }
}
