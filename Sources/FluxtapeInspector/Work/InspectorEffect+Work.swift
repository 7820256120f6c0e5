import FluxtapeHistory

extension InspectorEffect {
  /// Returns the background work of an effect; nil if ``Inspector`` carries it out itself.
  func work(on runs: [FixedRun]) -> InspectorWork? {
    switch self {
    case .readStep(let question):
      let pinned: FixedRun? = if case .pin(let pin) = question.base, runs.indices.contains(pin.run) { runs[pin.run] } else { nil }
      return InspectorWork(.step) { _, report in report(.stepRead(DetailLoader(pinned: pinned).load(question))) }
    case .search(let question): return Self.searching(question)
    case .list(let question): return Self.listing(question)
    case .readUnseenNames(let filter, let run):
      return InspectorWork(.unseenNames) { _, report in
        // A damaged line is reported when it is read for a pane.
        let sentences = (try? run.history.sentences(aboutUnseenNamesIn: filter.query)) ?? []
        if !sentences.isEmpty { report(.namesUnseen(filter, sentences)) }
      }
    case .readUnseenPath(let path, let run):
      return InspectorWork(.unseenNames) { _, report in
        if let sentence = try? run.history.sentence(ifUnseen: path) { report(.pathUnseen(sentence)) }
      }
    case .readLastStates(let run): return runs.indices.contains(run) ? .lastStates(of: runs[run], number: run) : nil
    case .seek(let seek):
      return InspectorWork(.seek) { isCancelled, report in
        var rest = seek
        while !isCancelled() {
          let outcome = rest.run(limit: 100_000)
          guard case .unfinished(let next) = outcome else { return report(.sought(seek, outcome)) }
          rest = next
        }
      }
    case .makeCheckpoints(let run):
      guard runs.indices.contains(run) else { return nil }
      let history = runs[run].history
      // A damaged line is reported when it is read for a pane.
      return InspectorWork(.checkpoints) { isCancelled, _ in try? history.makeCheckpoints(until: isCancelled) }
    case .answer(let subject): return .answer(to: subject)
    case .readWatches(let question): return .series(question)
    case .readRuns:
      return InspectorWork(.runs) { isCancelled, report in RunList(of: runs, isCancelled: isCancelled).map { report(.runsRead($0)) } }
    case .checkRuns(let numbers): return .checks(of: numbers, among: runs)
    case .listFiles(let folders): return .files(in: folders)
    case .openOtherLog(let path, let log): return .opening(otherLog: path, beside: log)
    case .makeText(let request):
      return InspectorWork(.text) { _, report in report(.textMade(request, request.make(), changes: request.changes())) }
    case .play(let number, let stay):
      return InspectorWork(.playback, start: .after(microseconds: stay)) { _, report in report(.played(number)) }
    case .checkLog, .replay, .stop, .terminal: return nil
    }
  }

  private static func searching(_ question: Search.Question) -> InspectorWork {
    InspectorWork(.search) { isCancelled, report in
      let rows = question.run.rows
      let query = Query(allOf: ([question.filter] + question.others).map(\.query))
      var excluded = ExcludedTypes(by: question.filter.excludedText)
      for stretch in question.stretches where !isCancelled() {
        var searched = 0
        do throws(HistoryError) {
          try question.run.history.search(for: query, in: stretch) { found, place in
            let byType = excluded.count(in: stretch.lowerBound + searched..<stretch.lowerBound + place, of: rows)
            report(
              .searched(question, Search.Answer(found: found.compactMap(rows.place), looked: place - searched, excludedByType: byType)))
            searched = place
            return !isCancelled()
          }
        } catch {
          return report(.searched(question, Search.Answer(found: [], looked: 0, problem: "\(error)")))
        }
      }
    }
  }

  private static func listing(_ question: ListQuestion) -> InspectorWork {
    InspectorWork(.list) { isCancelled, report in
      let run = question.run
      var rows = question.filters.isEmpty ? Array(0..<run.rows.count) : []
      do throws(HistoryError) {
        if !question.filters.isEmpty {
          try run.history.search(for: Query(allOf: question.filters.map(\.query)), in: 0..<run.rows.count) { found, _ in
            rows += found
            return !isCancelled()
          }
        }
      } catch {
        return report(.logLost("\(error)"))
      }
      if isCancelled() { return }
      rows.sort()
      var list = question.collapsesFloods ? Flood.collapsed(rows, of: run.rows) : ListedRows(rows.compactMap(run.rows.place))
      for number in rows {
        if let row = run.rows[number] { list.counted.add(row) }
      }
      report(.listed(question, list))
    }
  }
}

/// Counts the actions whose type has a text.
private struct ExcludedTypes {
  private let text: TextPattern?
  /// By the number of the type.
  private var known: [Int: Bool] = [:]

  init(by text: TextPattern?) { self.text = text }

  mutating func count(in range: Range<Int>, of rows: RunRows) -> Int {
    guard let text else { return 0 }
    var count = 0
    for number in range {
      guard let row = rows[number], row.kind == .action, let type = row.typeNumber else { continue }
      let isExcluded = known[type] ?? text.matches(row.type)
      known[type] = isExcluded
      if isExcluded { count += 1 }
    }
    return count
  }
}

/// A run of equal actions of one store.
enum Flood {
  /// The minimum number of rows in a flood.
  private static let shortest = 4

  /// Returns the rows, with each flood as its first row.
  static func collapsed(_ numbers: [Int], of rows: RunRows) -> ListedRows {
    let rows = numbers.compactMap { rows[$0] }
    var places: [LinePlace] = []
    var floods: [Int: Int] = [:]
    var place = 0
    while place < rows.count {
      let end = end(ofFloodAt: place, in: rows)
      if end - place >= shortest {
        floods[places.count] = end - place
        places.append(rows[place].place)
      } else {
        places += rows[place..<end].map(\.place)
      }
      place = end
    }
    return ListedRows(places, floods: floods)
  }

  private static func end(ofFloodAt place: Int, in rows: [HistoryRow]) -> Int {
    let first = rows[place]
    var end = place + 1
    guard first.hasType, !first.isProblem else { return end }
    while end < rows.count {
      let row = rows[end]
      guard row.kind == first.kind, row.typeNumber == first.typeNumber, row.store == first.store, !row.isProblem else { break }
      end += 1
    }
    return end
  }
}

extension LogWatch {
  /// Checks the logs until there are news, so that the reducer receives only news.
  func work(_ check: LogCheck, waits: Bool, in queue: WorkQueue) -> InspectorWork {
    InspectorWork(.log, start: check.isFirst ? .now : .later) { [self, weak queue] isCancelled, report in
      do throws(HistoryError) {
        if let news = try news(since: check, waits: waits) {
          report(.logRead(news))
        } else if logs.absence != check.absence {
          report(.logMissed(logs.absence))
        } else if check.isInputOpen, !logs.isInputOpen {
          report(.inputEnded)
        } else if !isCancelled(), let queue {
          var next = check
          next.isFirst = false
          queue.add(work(next, waits: waits, in: queue))
        }
      } catch {
        report(.logLost("\(error)"))
      }
    }
  }
}
