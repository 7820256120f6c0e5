import FluxtapeHistory

extension InspectorEffect {
  /// What is to be done for it; nil where that is not for a thread in the background.
  func work(on runs: [History]) -> InspectorWork? {
    switch self {
    case .readStep(let question):
      guard runs.indices.contains(question.run) else { return nil }
      let history = runs[question.run]
      let pinned: History? = if case .pin(let pin) = question.base, runs.indices.contains(pin.run) { runs[pin.run] } else { nil }
      return InspectorWork(.step) { _, report in report(.stepRead(DetailLoader(history: history, pinned: pinned).load(question))) }
    case .search(let question):
      guard runs.indices.contains(question.run) else { return nil }
      return Self.searching(runs[question.run], question)
    case .list(let question):
      guard runs.indices.contains(question.run) else { return nil }
      return Self.listing(runs[question.run], question)
    case .seek(let seek):
      guard runs.indices.contains(seek.run) else { return nil }
      let rows = runs[seek.run].rows
      return InspectorWork(.seek) { isCancelled, report in
        var rest = seek
        while !isCancelled() {
          let outcome = rest.run(in: rows, limit: 100_000)
          guard case .unfinished(let next) = outcome else { return report(.sought(seek, outcome)) }
          rest = next
        }
      }
    case .makeCheckpoints(let run):
      guard runs.indices.contains(run) else { return nil }
      let history = runs[run]
      // What cannot be read is told where it is asked for.
      return InspectorWork(.checkpoints) { isCancelled, _ in try? history.makeCheckpoints(until: isCancelled) }
    case .readBlame(let question): return runs.indices.contains(question.run) ? .blame(question, in: runs[question.run]) : nil
    case .readChanges(let question): return runs.indices.contains(question.run) ? .changes(question, in: runs[question.run]) : nil
    case .readWatches(let question): return runs.indices.contains(question.run) ? .series(question, in: runs[question.run]) : nil
    case .readStatistics(let run): return runs.indices.contains(run) ? .statistics(run: run, of: runs[run]) : nil
    case .makeText(let wish):
      return InspectorWork(.text) { _, report in report(.textMade(wish.purpose, wish.make(), changes: wish.changes())) }
    case .lookAtLog, .stopLooking, .stopSearching, .stopAsking, .replay, .stopReplaying, .terminal: return nil
    }
  }

  private static func searching(_ history: History, _ question: Search.Question) -> InspectorWork {
    InspectorWork(.search) { isCancelled, report in
      for stretch in question.stretches where !isCancelled() {
        var looked = 0
        do throws(HistoryError) {
          try history.search(for: question.filter.query, in: stretch) { found, place in
            report(.searched(question, Search.Answer(found: found, looked: place - looked)))
            looked = place
            return !isCancelled()
          }
        } catch {
          return report(.searched(question, Search.Answer(found: [], looked: 0, problem: "\(error)")))
        }
      }
    }
  }

  private static func listing(_ history: History, _ question: ListQuestion) -> InspectorWork {
    InspectorWork(.list) { isCancelled, report in
      var rows = Array(0..<question.rowCount)
      for filter in question.filters {
        var passing: [Int] = []
        do throws(HistoryError) {
          try history.search(for: filter.query, in: 0..<question.rowCount) { found, _ in
            passing += found
            return !isCancelled()
          }
        } catch {
          return report(.logLost("\(error)"))
        }
        if isCancelled() { return }
        let passed = Set(passing)
        rows = rows.count == question.rowCount ? passed.sorted() : rows.filter(passed.contains)
      }
      report(.listed(question, question.collapsesFloods ? Flood.collapsed(rows, of: history.rows) : ListedRows(rows)))
    }
  }
}

/// The same action of the same store, many times over.
enum Flood {
  /// Rows from which on they take one.
  private static let shortest = 4

  /// The rows with those of a flood as one: its first.
  static func collapsed(_ rows: [Int], of log: HistoryRows) -> ListedRows {
    var places: [Int] = []
    var floods: [Int: Int] = [:]
    var place = 0
    while place < rows.count {
      let end = end(ofFloodAt: place, in: rows, of: log)
      if end - place >= shortest {
        floods[places.count] = end - place
        places.append(rows[place])
      } else {
        places += rows[place..<end]
      }
      place = end
    }
    return ListedRows(places, floods: floods)
  }

  private static func end(ofFloodAt place: Int, in rows: [Int], of log: HistoryRows) -> Int {
    let first = log[rows[place]]
    var end = place + 1
    guard first.kind == .action, !first.isProblem else { return end }
    while end < rows.count {
      let row = log[rows[end]]
      guard row.kind == .action, row.typeNumber == first.typeNumber, row.store == first.store, !row.isProblem else { break }
      end += 1
    }
    return end
  }
}

extension LogWatch {
  /// Looks at the logs, and again and again while nothing is new: the interface hears of news alone.
  func work(_ look: LogLook, waits: Bool, in queue: WorkQueue) -> InspectorWork {
    InspectorWork(.log, isDeferred: !look.isFirst) { [self, weak queue] isCancelled, report in
      do throws(HistoryError) {
        if let news = try take(look, waits: waits) {
          report(.logRead(news))
        } else if absence != look.absence {
          report(.logMissed(absence))
        } else if look.isInputOpen, !isInputOpen {
          report(.inputEnded)
        } else if !isCancelled(), let queue {
          var next = look
          next.isFirst = false
          queue.add(work(next, waits: waits, in: queue))
        }
      } catch {
        report(.logLost("\(error)"))
      }
    }
  }
}
