import FluxtapeLocking

extension HistoryOpening {
  /// How a log that may still be written has changed.
  public enum Growth: Hashable, Sendable {
    /// Nothing new was written.
    case unchanged
    /// There are new rows, or a row has new contents.
    case grown
    /// The last file is shorter than before. Open it again.
    case truncated
    /// Another file has the path of the last one, as after a rotation. The old file was read to its end. Open the path again.
    case replaced
    /// No file has the path of the last one. Its rows stay readable. Call again, as another log may take the path.
    case removed
    /// The last file was unpacked or converted, and its source has changed. Open it again.
    case remade
  }

  /// Whether the last file is standard input and may get more bytes.
  public var isInputOpen: Bool {
    guard let file = state.withLockWithoutNotifying({ $0.lastFile }), let input = file.liveInput else { return false }
    // The order matters: after the end of the input, the number of bytes is final.
    return input.isOpen || input.byteCount > max(followed.withLock { $0 } ?? 0, file.countAtFirst)
  }

  /// Whether the last file is standard input, and all of it has arrived.
  var isInputEnded: Bool { state.withLockWithoutNotifying { $0.lastFile }?.liveInput?.isOpen == false }

  /// Reads the bytes that were appended to the last file.
  ///
  /// Call this now and then after the whole log was read. It rereads a line that was incomplete.
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
      // A converted file does not grow.
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
