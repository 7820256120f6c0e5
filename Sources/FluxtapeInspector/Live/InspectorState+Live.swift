import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay

// The running app, which the program reaches by a live session.

extension InspectorState {
  mutating func receive(_ news: LiveNews) {
    switch news {
    case .status(let status):
      let isNew = status.query != live?.query
      live = status
      if isNew, let breakpoint, breakpoint.text == status.query { ask(.unseenNames(in: breakpoint, of: shownRun)) }
    case .done(let text): say(text)
    case .refused(let command, let reason):
      if case .dispatch(let store, let action) = command, !isPrompting {
        let start = "dispatch \(store) "
        openCommand(start + action.printableText, caretAt: action.place(ofMistake: reason).map { start.count + $0 })
      }
      say("not done: \(reason)", isError: true)
    case .paused(let step):
      live?.pausedAt = step
      // Another client's breakpoint leaves the cursor where it is.
      if !isPrompting, live?.driver.map({ $0 == LiveNews.inspector }) ?? true { go(to: .step(step)) }
      say("the app waits at #\(step.grouped): :continue lets it go on")
    case .resumed(let step, let why):
      live?.pausedAt = nil
      say("the app goes on from #\(step.grouped)" + (why.isEmpty ? "" : ": \(why)"))
    case .lost:
      // A session that sends its clients away has told nothing.
      if live != nil { say("the live session has ended") }
      live = nil
    }
  }

  /// Whether the session is that of the shown run. If not, says what is missing.
  private mutating func isLive() -> Bool {
    guard let live else {
      say("there is no live session: the app must link FluxtapeLive and run", isError: true)
      return false
    }
    let name = history.files.first?.header?.run
    guard name == nil || name == live.run else {
      say("the live session is that of another run of this log", isError: true)
      return false
    }
    return true
  }

  /// Sends a command.
  mutating func drive(_ command: LiveCommand) {
    if isLive() { ask(.terminal(.live(command))) }
  }

  /// Sends a command about a step.
  ///
  /// - Parameters:
  ///   - typed: The number of the step; without it, that of the cursor's row.
  ///   - isAboutAction: Whether the row has to be an action.
  mutating func drive(at typed: Int?, isAboutAction: Bool = true, _ command: (Int) -> LiveCommand) {
    guard isLive() else { return }
    if let typed { return drive(command(typed)) }
    guard let row = currentRow, let step = row.step else { return say("this row has no number; :goto a step, or type its number") }
    guard !isAboutAction || row.kind == .action else { return say("this row is no action") }
    drive(command(step.rawValue))
  }

  /// Stops the app at each step where a query holds. With a mistake in it, the prompt opens again.
  mutating func stopApp(where text: String) {
    guard isLive() else { return }
    do throws(QueryError) {
      let filter = try RowFilter(text)
      if let problem = history.problem(with: filter.query) { throw problem }
      breakpoint = filter
      drive(.arm(query: text))
    } catch {
      openCommand("break \(text)", caretAt: "break ".count + error.offset)
      say(error.words, isError: true)
    }
  }

  /// Dispatches the action that is typed: `STORE JSON`. Without one, opens the prompt with the action under the cursor.
  mutating func dispatchToApp(_ argument: String?) {
    guard isLive() else { return }
    guard let argument else {
      guard case .action(let action)? = detail?.record, !isReadingStep else { return say("not an action; usage: :dispatch STORE JSON") }
      return openCommand("dispatch \(action.store) \(RecordedAction(action).decodable.printableText)")
    }
    // A store's name may have blanks.
    let known = history.stores.filter { argument.hasPrefix($0 + " ") }.max { $0.count < $1.count }
    let store = known ?? String(argument.prefix { $0 != " " })
    let text = argument.dropFirst(store.count + 1)
    do throws(JSONError) {
      drive(.dispatch(store: store, action: try JSONValue(parsing: String(text))))
    } catch {
      let typed = "dispatch " + argument
      openCommand(
        typed, caretAt: String(decoding: Array(typed.utf8).prefix(typed.utf8.count - text.utf8.count + error.offset), as: UTF8.self).count)
      say(text.isEmpty ? "usage: :dispatch STORE JSON" : "not JSON: \(error)", isError: true)
    }
  }

  /// Opens the prompt of commands with a line.
  private mutating func openCommand(_ line: String, caretAt place: Int? = nil) {
    openPrompt(.command)
    prompt?.beginning = line.prefix { $0 != " " } + " "
    prompt?.line = LineEditor(line)
    if let place { prompt?.line.move(by: place - line.count) }
  }
}

extension JSONValue {
  /// Where the value begins in the printed text that a session could not decode, in characters.
  ///
  /// - Parameter reason: What the session says: `… cannot be read: '/added/price': expected Int`, of the whole value without a pointer.
  fileprivate func place(ofMistake reason: String) -> Int? {
    guard let words = reason.firstMatch(of: #/cannot be read: (?:'(.*?)': )?/#) else { return nil }
    guard let pointer = try? JSONPointer(parsing: String(words.1 ?? "")) else { return nil }
    // The texts differ from there on.
    let other: JSONValue = if case .array? = self[pointer] { [:] } else { [] }
    guard let changed = try? JSONPatch([.replace(pointer, other)]).applied(to: self) else { return nil }
    return zip(printableText, changed.printableText).prefix { $0 == $1 }.count
  }
}
