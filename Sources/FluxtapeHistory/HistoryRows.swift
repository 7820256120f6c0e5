import FluxtapeLog

/// The rows of a run. Each is made when it is asked for, in O(log n); the index holds 64 bytes of it.
public struct HistoryRows: RandomAccessCollection, Sendable {
  let index: RunIndex

  public var startIndex: Int { 0 }
  public var endIndex: Int { index.rows.count }

  public subscript(position: Int) -> HistoryRow { HistoryRow(index.rows[position], in: index) }
}

extension HistoryRow {
  init(_ row: PackedRow, in index: RunIndex) {
    let isMissing = row.kind == .gap || row.kind == .jump
    kind = row.kind
    step = row.step > 0 ? StepNumber(row.step) : nil
    time = row.flags.contains(.hasTime) ? row.time : nil
    store = row.store == PackedRow.none ? nil : Int(row.store)
    cause = row.flags.contains(.hasCause) ? StepNumber(row.first) : nil
    changes = ChangeCounts(added: Int(row.added), removed: Int(row.removed), replaced: Int(row.replaced), moved: Int(row.moved))
    hasPatch = row.flags.contains(.hasPatch)
    hasState = row.flags.contains(.hasState)
    isOmitted = row.flags.contains(.isOmitted)
    isUnreduced = row.flags.contains(.isUnreduced)
    hasError = row.flags.contains(.hasError)
    isUnchanged = row.flags.contains(.isUnchanged)
    isInFlight = row.flags.contains(.isInFlight)
    isPending = row.flags.contains(.isPending)
    isOutcomeLost = row.flags.contains(.isOutcomeLost)
    isDuplicate = row.flags.contains(.isDuplicate)
    isTorn = row.flags.contains(.isTorn)
    hasEffect = row.flags.contains(.hasEffect)
    level = row.kind == .mark && row.other != PackedRow.none ? index.texts[row.other] : nil
    duration = row.flags.contains(.hasDuration) ? row.last : nil
    lineNumber = row.kind == .jump ? nil : index.lines[row.line].number
    missing = isMissing && row.first <= row.last ? StepNumber(row.first)...StepNumber(row.last) : nil
    missingCount = isMissing && row.other != PackedRow.none ? Int(row.other) : nil
    error = row.kind == .badLine ? index.badLines[row.line] : nil
    type = row.text == PackedRow.none ? "" : index.texts[row.text]
    if type.isEmpty { type = words }
  }
}
