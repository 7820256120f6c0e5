import FluxtapeHistory

extension InspectorWork {
  /// Reads a step.
  ///
  /// - Parameter pinned: The run of the pinned step, if the diff is against that step.
  static func step(_ question: StepDetail.Question, pinned: FixedRun?) -> InspectorWork {
    InspectorWork(.step) { _, report in report(.stepRead(DetailLoader(pinned: pinned).load(question))) }
  }

  /// Looks for names in a query that no step has. A damaged line is reported when it is read for a pane.
  static func unseenNames(in filter: RowFilter, of run: FixedRun) -> InspectorWork {
    InspectorWork(.unseenNames) { _, report in
      let sentences = (try? run.history.sentences(aboutUnseenNamesIn: filter.query)) ?? []
      if !sentences.isEmpty { report(.namesUnseen(filter, sentences)) }
    }
  }

  /// Looks for a path; answers if no step has a value there.
  static func unseenPath(_ path: String, of run: FixedRun) -> InspectorWork {
    InspectorWork(.unseenNames) { _, report in
      if let sentence = try? run.history.sentence(ifUnseen: path) { report(.pathUnseen(sentence)) }
    }
  }

  /// Finds the next row of some kind.
  static func seek(_ seek: RowSeek) -> InspectorWork {
    InspectorWork(.seek) { isCancelled, report in
      var rest = seek
      while !isCancelled() {
        let outcome = rest.run(limit: 100_000)
        guard case .unfinished(let next) = outcome else { return report(.sought(seek, outcome)) }
        rest = next
      }
    }
  }

  /// Keeps states in memory, from which others are computed quickly.
  static func checkpoints(of run: FixedRun) -> InspectorWork {
    InspectorWork(.checkpoints) { isCancelled, _ in try? run.history.makeCheckpoints(until: isCancelled) }
  }

  /// Finds out how all runs ended.
  static func ends(of runs: [FixedRun]) -> InspectorWork {
    InspectorWork(.runs) { isCancelled, report in RunList(of: runs, isCancelled: isCancelled).map { report(.runsRead($0)) } }
  }

  static func text(_ request: TextRequest) -> InspectorWork {
    InspectorWork(.text) { _, report in report(.textMade(request, request.make(), changes: request.changes())) }
  }

  /// Waits some microseconds.
  static func playback(_ number: Int, after stay: Int) -> InspectorWork {
    InspectorWork(.playback, start: .after(microseconds: stay)) { _, report in report(.played(number)) }
  }

  /// Finds rows.
  static func search(_ question: Search.Question) -> InspectorWork {
    InspectorWork(.search) { isCancelled, report in
      let rows = question.run.rows
      let query = Query(allOf: ([question.filter] + question.others).map(\.query))
      for stretch in question.stretches where !isCancelled() {
        var searched = 0
        do throws(HistoryError) {
          try question.run.history.search(for: query, in: stretch) { found, place in
            report(.searched(question, Search.Answer(found: found.compactMap(rows.place), looked: place - searched)))
            searched = place
            return !isCancelled()
          }
        } catch {
          return report(.searched(question, Search.Answer(found: [], looked: 0, problem: "\(error)")))
        }
      }
    }
  }

  /// Filters the rows of the timeline.
  static func list(_ question: ListQuestion) -> InspectorWork {
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
