import FluxtapeHistory
import FluxtapeInterop
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Writes a run for Redux DevTools: one file per store, as the format has only one store.
struct DevToolsFiles {
  let history: History
  /// The rows to export; `nil` for all.
  let rows: [Int]?
  /// The output path. With several stores, their names are added before the extension. `nil` is standard output, for one store.
  let output: String?

  /// Writes the files. Returns the number of actions and states.
  func write(store named: String?, evenIfLarge allowsLarge: Bool) throws -> Int {
    let stores = try stores(named)
    try WholeStates(history: history, rows: rows, stores: stores).announce(evenIfLarge: allowsLarge)
    var count = 0
    for store in stores {
      let file = try ExportOutput(output.map { stores.count == 1 ? $0 : Self.path($0, of: store) }, .reduxDevTools)
      count += try write(store, file.write)
      try file.finish()
    }
    return count
  }

  private func stores(_ named: String?) throws -> [String] {
    if let named {
      guard history.stores.contains(named) else {
        throw UsageError(message: "there is no store '\(named)'; its stores are \(QueryError.listed(history.stores, nearestTo: named))")
      }
      return [named]
    }
    let acting = Set((rows ?? Array(history.rows.indices)).compactMap { history.rows[$0].store })
    let stores = history.stores.enumerated().filter { acting.contains($0.offset) }.map(\.element)
    guard output == nil, stores.count > 1 else { return stores }
    throw UsageError(
      message: "a Redux DevTools file holds one store; choose one of \(stores.joined(separator: ", ")) with --store, or give a file "
        + "name with --output to get a file for each store")
  }

  /// `out.json` becomes `out.cart.json` for the store `cart`.
  static func path(_ path: String, of store: String) -> String {
    let name = store.escapingScalars { $0 == "/" || $0 == "\0" ? "_" : nil }
    guard path.hasSuffix(".json") else { return path + "." + name + ".json" }
    return path.dropLast(5) + "." + name + ".json"
  }

  private func write(_ store: String, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var export: DevToolsExport?
    var count = 0
    try history.forEachExported(among: rows, of: store) { row, exported in
      // Skip a state that repeats the previous one.
      if exported.isStatement, try history.statedChange(at: row) == .same { return }
      if export == nil {
        let begins = exported.type == ActionRecord.storeBegan
        // If recording began with a state, the file begins with it.
        let states = exported.isStatement ? try history.statedChange(at: row) == .first : false
        let initial = states ? try history.exactState(after: row) : begins ? nil : try history.exactState(of: store, before: row)
        export = DevToolsExport(of: store, header: history.header, initial: initial)
        if let beginning = begins ? export?.begin() : export?.begin(at: exported.time) { try write(beginning) }
        if states { return count += 1 }
      }
      count += 1
      let state = try history.exactState(after: row)
      switch exported {
      case .action(let action): if let bytes = export?.add(action, state: state) { try write(bytes) }
      case .state(let record): if let bytes = export?.add(record, state: state) { try write(bytes) }
      }
    }
    guard var export else { return 0 }
    try write(export.end())
    if export.unknownStates > 0 {
      let words =
        export.unknownStates == 1 ? "1 state is unknown and marked so" : "\(export.unknownStates) states are unknown and marked so"
      StandardOutput.warn("fluxtape: \(store): \(words)")
    }
    return count
  }
}

extension ExportedRow {
  fileprivate var type: String {
    switch self {
    case .action(let action): action.type
    case .state: StateRecord.type
    }
  }

  /// A state without a step.
  fileprivate var isStatement: Bool { if case .state(let state) = self { state.step == nil } else { false } }

  fileprivate var time: Int {
    switch self {
    case .action(let action): action.time
    case .state(let state): state.time
    }
  }
}
