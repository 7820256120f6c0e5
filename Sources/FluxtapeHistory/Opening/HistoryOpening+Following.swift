import FluxtapeLocking

extension HistoryOpening {
  /// What became of a log that somebody may still write.
  public enum Growth: Hashable, Sendable {
    /// Nothing new was written.
    case unchanged
    /// There are new rows, or a row tells more than before.
    case grown
    /// The last file is shorter than it was: what was read of it is no longer there. Open it again.
    case truncated
    /// Another file has the path of the last one, as after a rotation. What is in the old one was read to its end. Open the path again.
    case replaced
    /// No file has the path of the last one. What was read of it stays readable; ask again, as a log may take the path.
    case removed
    /// The last file was unpacked or is in another tool's form, and has other contents now. Open it again.
    case remade
  }

  /// Whether the last file is standard input, and that may have more to give than was read of it.
  public var isInputOpen: Bool {
    guard let file = state.withLockWithoutNotifying({ $0.lastFile }), let input = file.liveInput else { return false }
    // Asked in this order: of what has ended the number of bytes is the last one.
    return input.isOpen || input.byteCount > max(followed.withLock { $0 } ?? 0, file.countAtFirst)
  }

  /// Reads what was written to the last file since.
  ///
  /// To be asked now and then, when all was read. Steps whose line had no end yet are read again.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(new bytes), and now and then O(rows).
  public func readOn() throws(HistoryError) -> Growth {
    guard let file = state.withLock({ $0.lastFile }), let joiner = state.withLock({ $0.takeIdleJoiner() }) else { return .unchanged }
    var working = joiner
    do {
      let growth = try readOn(file, &working)
      return growth
    } catch {
      state.withLock { [joiner] in $0.put(joiner, showing: nil, bytesRead: 0, isDone: true) }
      throw error
    }
  }

  private func readOn(_ file: FileBytes, _ joiner: inout PartJoiner) throws(HistoryError) -> Growth {
    let count = try file.currentCount()
    let known = followed.withLock { $0 } ?? file.count
    var indexes: [RunIndex]?
    var growth = Growth.unchanged
    if count < known {
      growth = .truncated
    } else if count > known {
      var scanner = state.withLock { $0.scanner(of: file) }
      let start = joiner.resumeOffset(known)
      indexes = try joiner.joinMore(try scanner.scan(start..<count, end: count, isLineStart: true))
      followed.withLock { $0 = count }
      growth = .grown
    } else if file.isOutdated {
      // What was made of another file does not grow.
      growth = .remade
    } else if let failure = file.liveInput?.failure {
      throw failure
    } else {
      switch file.pathHolder {
      case .itself: break
      case .another: growth = .replaced
      case .nothing: growth = .removed
      }
    }
    state.withLock { [joiner, indexes] in $0.put(joiner, showing: indexes, bytesRead: max(0, count - known), isDone: true) }
    return growth
  }
}
