#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Where the stack of a thread ends.
///
/// Values inside values are encoded by calls inside calls, and between ours lie those of the author. A level takes one to eight
/// kilobytes, so the deepest value that the format allows fits into the 8 MB of a main thread, but not into the 512 KB that
/// Apple's systems give to others. A crash there would be the recorder's fault; a value that is cut off earlier is none.
///
/// Sound: two addresses are compared, nothing is read or written through them.
package struct ThreadStack {
  private let bounds: Range<UInt>
  private let reserve: UInt

  /// The stack of the calling thread. Costs some microseconds, on the main thread of Linux some dozen.
  package static var current: ThreadStack? {
    guard let bounds = systemBounds() else { return nil }
    return ThreadStack(bounds: bounds, reserve: min(UInt(bounds.count) / 4, maximumReserve))
  }

  /// Values inside values from which on the stack is looked at. So many fit anywhere, and most states have no more.
  package static let askedFromDepth = 16

  /// Bytes that one more level may take, the author's code and what that calls included.
  private static let maximumReserve: UInt = 128 << 10

  /// Whether the calling function may go on calling. Only the thread itself may ask.
  package var hasRoom: Bool {
    var here: UInt8 = 0
    let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    // A sanitizer may keep variables elsewhere; then nothing is known.
    return !bounds.contains(address) || address - bounds.lowerBound > reserve
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

  // Looked up by name: the headers hide `pthread_getattr_np` from Swift, though every Linux has had it for twenty years. A program that is
  // linked whole has nothing to look up in, and does without.
  private static let getAttributes: GetAttributes? = {
    guard let address = unsafe dlsym(nil, "pthread_getattr_np") else { return nil }
    return unsafe unsafeBitCast(address, to: GetAttributes.self)
  }()
  #endif
}
