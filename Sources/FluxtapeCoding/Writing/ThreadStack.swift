#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The bounds of a thread's stack.
///
/// Nested values are encoded by nested calls, with the app's own calls in between. A level takes one to eight kilobytes. So the deepest
/// value that the format allows fits into the 8 MB of a main thread, but not into the 512 KB of other threads on Apple's systems. Cutting a
/// value off early prevents a crash that would be the recorder's fault.
///
/// Sound: addresses are only compared, never dereferenced.
package struct ThreadStack {
  private let bounds: Range<UInt>
  private let reserve: UInt

  /// The stack of the calling thread. Costs some microseconds, or several tens on Linux's main thread.
  package static var current: ThreadStack? {
    guard let bounds = systemBounds() else { return nil }
    return ThreadStack(bounds: bounds, reserve: min(UInt(bounds.count) / 4, maximumReserve))
  }

  /// The nesting depth from which the stack is checked. This depth fits into any stack, and most states are no deeper.
  package static let askedFromDepth = 16

  /// Bytes that one more level may take, including the app's code and what it calls.
  private static let maximumReserve: UInt = 128 << 10

  /// Whether there is room for further calls. Use it only on the thread itself.
  package var hasRoom: Bool { hasRoom(andAllSince: nil) }

  /// Whether there is room for further calls, and for as much again as was used since the stack ended at an address.
  func hasRoom(andAllSince start: UInt?) -> Bool {
    let here = Self.here
    // A sanitizer may keep variables outside of the stack; then nothing is known.
    guard bounds.contains(here) else { return true }
    return here - bounds.lowerBound > reserve + (start.map { max($0, here) - here } ?? 0)
  }

  /// Where the calling thread's stack ends now.
  static var here: UInt {
    var here: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  private static func systemBounds() -> Range<UInt>? {
    #if canImport(Darwin)
    let thread = unsafe pthread_self()
    let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
    let size = unsafe UInt(pthread_get_stacksize_np(thread))
    return size > 0 && size < top ? top - size..<top : nil
    #else
    var attributes = pthread_attr_t()
    guard let getAttributes = unsafe getAttributes, unsafe getAttributes(pthread_self(), &attributes) == 0 else { return nil }
    defer { unsafe _ = pthread_attr_destroy(&attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0, size > 0 else { return nil }
    let start = UInt(bitPattern: lowest)
    let (end, overflow) = start.addingReportingOverflow(UInt(size))
    return overflow ? nil : start..<end
    #endif
  }

  #if !canImport(Darwin)
  private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  // Looked up by name: the headers hide `pthread_getattr_np` from Swift, although all Linux systems have had it for twenty years. A
  // statically linked program finds nothing, and works without it.
  private static let getAttributes: GetAttributes? = {
    guard let address = unsafe dlsym(nil, "pthread_getattr_np") else { return nil }
    return unsafe unsafeBitCast(address, to: GetAttributes.self)
  }()
  #endif
}
