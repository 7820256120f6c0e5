#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes to a descriptor until all bytes are written: the only loop around `write(2)` on the reading side.
package enum SystemOutput {
  /// Writes all bytes, and continues after signals.
  /// - Returns: `nil`, or the system's `errno`.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32? {
    // Sound: the count never exceeds the remaining bytes.
    unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = FileBytes.retried { unsafe systemWrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written) }
        // Neither a file nor a pipe writes 0 bytes: repeating would loop forever.
        guard count > 0 else { return count < 0 ? errno : EIO }
        written += count
      }
      return nil
    }
  }
}

// In the type, `write` would be its own.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(descriptor, start, count) }
