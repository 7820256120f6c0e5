/// A row before it is packed.
struct NewRow {
  var kind: HistoryRow.Kind
  /// The beginning of its line; for a jump, of the next line.
  var place: Int
  /// 0 if there is none.
  var step = 0
  var time: Int?
  var text: Int?
  var store: Int?
  var cause: Int?
  var duration: Int?
  var flags: PackedRow.Flags = []
  var missing: ClosedRange<Int>?
  var missingCount: Int?

  init(_ kind: HistoryRow.Kind, place: Int) {
    self.kind = kind
    self.place = place
  }

  mutating func setMissing(_ steps: ClosedRange<Int>?, count: Int?) {
    missing = steps
    missingCount = count
  }
}

extension RunIndexer {
  /// Appends a row.
  mutating func append(_ row: NewRow) {
    var packed = PackedRow(row.kind, place: row.place)
    packed.flags = row.flags
    let highest = rows.last?.step ?? 0
    var isWide = false
    if row.step > 0 {
      packed.flags.insert(.hasStep)
      if row.step > highest, row.step < PackedRow.maximumStep {
        packed.step = row.step
      } else {
        // A table has steps out of order and steps that are too large for the field.
        packed.step = highest
        isWide = true
        oddSteps.append(RunIndex.OddStep(step: row.step, row: UInt32(rows.count)))
      }
    } else {
      packed.step = highest
    }
    if let time = row.time {
      packed.flags.insert(.hasTime)
      if 0...PackedRow.maximumTime ~= time { packed.time = time } else { isWide = true }
    }
    if let duration = row.duration {
      packed.flags.insert(.hasDuration)
      if 0...PackedRow.maximumDuration ~= duration { packed.duration = duration } else { isWide = true }
    }
    if let cause = row.cause {
      packed.flags.insert(.hasCause)
      let distance = row.step.subtractingReportingOverflow(cause)
      if !distance.overflow, 1...PackedRow.maximumCauseDistance ~= distance.partialValue {
        packed.cause = distance.partialValue
      } else {
        isWide = true
      }
    }
    if let text = row.text { if text < PackedRow.noText { packed.text = text } else { isWide = true } }
    if let store = row.store { if store < PackedRow.noStore { packed.store = store } else { isWide = true } }
    if isWide {
      packed.flags.insert(.isWide)
      wideRows[rows.count] = WideRow(
        time: row.time ?? 0, step: row.step, text: row.text ?? PackedRow.noText, store: row.store ?? PackedRow.noStore,
        duration: row.duration ?? 0, cause: row.cause ?? 0)
    }
    if row.missing != nil || row.missingCount != nil {
      rareFacts[rows.count] = RareFacts(missing: row.missing, missingCount: row.missingCount)
    }
    rows.append(packed)
  }
}
