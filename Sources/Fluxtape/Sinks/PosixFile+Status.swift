#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Sound as in PosixFile.swift: every buffer outlives its call, and is as large as what the system writes into it.

extension PosixFile {
  /// What the system knows of a file.
  struct Status {
    let identity: Identity
    let links: Int
    /// In bytes.
    let size: Int
  }

  static func status(of descriptor: Int32) -> Status? {
    #if os(Linux) || os(Android)
      if let status = statusWithoutTimes(of: descriptor) { return status }
    #endif
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return Status(identity: Identity(status), links: Int(clamping: status.st_nlink), size: Int(clamping: status.st_size))
  }

  /// Which file a descriptor or a path leads to. An app that closes a descriptor by mistake may get another file under its number.
  struct Identity: Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
}

// MARK: - Marks

extension PosixFile {
  #if os(Linux) || os(Android)
    /// Marks the way that leads from a descriptor to its file. `false` if that cannot be done.
    ///
    /// Whoever opens a file anew, under this number or another, gets a way without the mark; copies of the descriptor share the way, and lead
    /// to the same file. The mark is the number of the signal that announces input (fcntl(2)), which files never do.
    static func mark(_ descriptor: Int32) -> Bool { fcntl(descriptor, setSignal, markingSignal) == 0 && carriesMark(descriptor) }

    static func carriesMark(_ descriptor: Int32) -> Bool { fcntl(descriptor, getSignal) == markingSignal }

    /// One of the real-time signals. Who really waits for input that way takes the first of them.
    private static var markingSignal: Int32 { 61 }

    // `F_SETSIG` and `F_GETSIG`, which the headers hide from Swift.
    private static var setSignal: Int32 { 10 }
    private static var getSignal: Int32 { 11 }
  #else
    static func mark(_ descriptor: Int32) -> Bool { false }
    static func carriesMark(_ descriptor: Int32) -> Bool { false }
  #endif
}

#if os(Linux) || os(Android)
  extension PosixFile {
    /// The same without a question for the file's times: since Linux 6.13 the write after such a question notes a new time with every other
    /// fact about the file, which takes as long as the write itself.
    ///
    /// `nil` if the system has no such call or does not let the process use it, or if there is no such descriptor.
    private static func statusWithoutTimes(of descriptor: Int32) -> Status? {
      guard let statx = unsafe statx else { return nil }
      return unsafe withUnsafeTemporaryAllocation(byteCount: StatxResult.byteCount, alignment: 8) { result in
        guard let address = result.baseAddress,
          unsafe statx(descriptor, "", StatxResult.ofDescriptor, StatxResult.wanted, address) == 0
        else { return nil }
        return unsafe Status(StatxResult(address))
      }
    }

    private typealias Statx = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32

    // Looked up by name, as the headers hide it from Swift. A program that is linked whole has nothing to look up in, and does without.
    private static let statx: Statx? = {
      guard let address = unsafe dlsym(nil, "statx") else { return nil }
      return unsafe unsafeBitCast(address, to: Statx.self)
    }()
  }

  /// The part of Linux's `struct statx` that is of use. Its layout is the same on every architecture (statx(2)).
  private struct StatxResult {
    let links: UInt32
    let inode: UInt64
    let size: UInt64
    let deviceMajor: UInt32
    let deviceMinor: UInt32

    static let byteCount = 256
    /// `AT_EMPTY_PATH`: it is the descriptor itself that is asked for.
    static let ofDescriptor: Int32 = 0x1000
    /// `STATX_NLINK | STATX_INO | STATX_SIZE`.
    static let wanted: UInt32 = 0x4 | 0x100 | 0x200

    init(_ address: UnsafeRawPointer) {
      unsafe links = address.load(fromByteOffset: 16, as: UInt32.self)
      unsafe inode = address.load(fromByteOffset: 32, as: UInt64.self)
      unsafe size = address.load(fromByteOffset: 40, as: UInt64.self)
      unsafe deviceMajor = address.load(fromByteOffset: 136, as: UInt32.self)
      unsafe deviceMinor = address.load(fromByteOffset: 140, as: UInt32.self)
    }
  }

  extension PosixFile.Status {
    fileprivate init(_ result: StatxResult) {
      identity = PosixFile.Identity(result)
      links = Int(clamping: result.links)
      size = Int(clamping: result.size)
    }
  }

  extension PosixFile.Identity {
    /// The device as `st_dev` has it (makedev(3)).
    fileprivate init(_ result: StatxResult) {
      let (major, minor) = (UInt64(result.deviceMajor), UInt64(result.deviceMinor))
      device = (major & 0xFFFF_F000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFF_FF00) << 12 | minor & 0xFF
      inode = result.inode
    }
  }
#endif
