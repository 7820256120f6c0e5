#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A socket that never blocks. It closes with the object.
///
/// All unsafe code is for system calls, and sound since each buffer outlives its call. One thread at a time sends, and one receives.
package final class LiveSocket: Sendable {
  package let descriptor: Int32

  /// An error number of the system.
  package struct Failure: Error {
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// Something stands at the path already.
    package static let exists = Failure(code: EEXIST)

    package var message: String { unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)" }
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // No child process is to hold a connection.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
    var isOn: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  private convenience init(of family: Int32) throws(Failure) {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let descriptor = socket(family, stream, 0)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    self.init(descriptor)
  }
}

// MARK: - Making

extension LiveSocket {
  /// Listens at the path of a socket, where nothing stands, for the user of this process alone.
  package static func listening(at path: String) throws(Failure) -> LiveSocket {
    let socket = try LiveSocket(of: AF_UNIX)
    try unsafe socket.naming(path) { unsafe bind(socket.descriptor, $0, $1) }
    // Nobody can connect before it listens.
    guard unsafe chmod(path, 0o600) == 0, listen(socket.descriptor, 16) == 0 else { throw Failure(code: errno) }
    return socket
  }

  /// Listens on a free port of the loopback interface, and returns it.
  package static func listeningOnLoopback() throws(Failure) -> (socket: LiveSocket, port: UInt16) {
    let socket = try LiveSocket(of: AF_INET)
    try unsafe socket.naming(port: 0) { unsafe bind(socket.descriptor, $0, $1) }
    guard listen(socket.descriptor, 16) == 0 else { throw Failure(code: errno) }
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket.descriptor, $0, &size) == 0 }
    }
    guard isKnown else { throw Failure(code: errno) }
    return (socket, UInt16(bigEndian: name.sin_port))
  }

  /// Connects to a session.
  package static func connected(to address: LiveAddress) throws(Failure) -> LiveSocket {
    switch address {
    case .socket(let path):
      let socket = try LiveSocket(of: AF_UNIX)
      try unsafe socket.naming(path) { unsafe connect(socket.descriptor, $0, $1) }
      guard socket.isOfSameUser else { throw Failure(code: EACCES) }
      return socket
    case .loopback(let port, _):
      let socket = try LiveSocket(of: AF_INET)
      do { try unsafe socket.naming(port: port) { unsafe connect(socket.descriptor, $0, $1) } } catch {
        guard error.code == EINPROGRESS, socket.wait(for: POLLOUT, milliseconds: 2000), socket.pendingError == 0 else { throw error }
      }
      return socket
    }
  }

  /// Accepts a client that waits; `nil` if none does, or if it belongs to another user.
  package func accepted() -> LiveSocket? {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let socket = LiveSocket(descriptor)
    return socket.isOfSameUser ? socket : nil
  }

  private func naming(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Failure) {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= LiveAddress.longestPath else { throw Failure(code: ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
    try unsafe self.call(&name, call)
  }

  private func naming(port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws(Failure) {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    try unsafe self.call(&name, call)
  }

  private func call<Name>(_ name: inout Name, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws(Failure) {
    let status = unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, socklen_t(MemoryLayout<Name>.size)) }
    }
    guard status == 0 else { throw Failure(code: errno) }
  }

  /// Whether the other side of a Unix-domain socket runs for the same user. `true` on loopback, where a token decides.
  private var isOfSameUser: Bool {
    #if canImport(Darwin)
    var (user, group) = (uid_t(0), gid_t(0))
    guard unsafe getpeereid(descriptor, &user, &group) == 0 else { return !isUnix }
    return user == geteuid()
    #else
    // The three numbers of `ucred`, which Swift does not import everywhere: process, user, group.
    var numbers: [UInt32] = [0, .max, 0]
    var size = socklen_t(12)
    let isKnown = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0
    return !isUnix || isKnown && numbers[1] == geteuid()
    #endif
  }

  private var isUnix: Bool {
    var name = sockaddr()
    var size = socklen_t(MemoryLayout<sockaddr>.size)
    return unsafe getsockname(descriptor, &name, &size) == 0 && Int32(name.sa_family) == AF_UNIX
  }

  private var pendingError: Int32 {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
  }
}

// MARK: - Bytes

extension LiveSocket {
  /// Sends the beginning of `bytes` without waiting. Returns how many were sent, and `nil` if the other side is gone.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let count = unsafe bytes.withUnsafeBytes { unsafe systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
      if errno != EINTR { return nil }
    }
  }

  /// Receives what has arrived, without waiting: empty if nothing has, and `nil` at the end of the connection.
  package func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { return Array(bytes[..<count]) }
      if count == 0 { return nil }
      if errno == EAGAIN || errno == EWOULDBLOCK { return [] }
      if errno != EINTR { return nil }
    }
  }

  /// Waits until one of some sockets can be read from, or written to where that is wanted; or until the time is over.
  package static func wait(for sockets: [(socket: LiveSocket, writes: Bool)], milliseconds: Int) {
    var questions = sockets.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN | ($0.writes ? POLLOUT : 0)), revents: 0) }
    _ = unsafe poll(&questions, nfds_t(questions.count), Int32(clamping: milliseconds))
  }

  /// Waits until the socket can be read from or written to. `false` if the time is over before.
  package func wait(for events: Int32, milliseconds: Int) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&question, 1, Int32(clamping: milliseconds)) > 0
  }
}

/// `send(2)`, whose name a method of the class hides.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  unsafe send(descriptor, bytes, count, flags)
}
