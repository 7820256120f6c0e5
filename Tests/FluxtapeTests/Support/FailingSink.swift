import FluxtapeLocking

@testable import Fluxtape

/// A sink with room for a number of bytes, which can be changed.
final class FailingSink: LogSink {
  private let state: Locked<(bytes: [UInt8], room: Int, isClosed: Bool)>

  init(room: Int) { state = Locked((bytes: [], room: room, isClosed: false)) }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  func add(room: Int) { state.withLock { $0.room += room } }
  /// Sets the number of bytes that fit from now on.
  func setRoom(_ room: Int) { state.withLock { $0.room = room } }

  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    try state.withLock { state throws(RecorderError) in
      guard state.room > 0 else { throw RecorderError(.refused("No space left on device")) }
      let taken = bytes.prefix(state.room)
      state.bytes += taken
      state.room -= taken.count
      return taken.count
    }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
