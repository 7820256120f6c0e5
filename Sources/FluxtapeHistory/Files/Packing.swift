/// How a file is packed, as its first bytes tell.
enum Packing: CaseIterable {
  case gzip, zstd, xz, bzip2, zip, tar

  /// The number of bytes at the beginning of a file that tell.
  static let beginningByteCount = 262

  /// - Parameter beginning: The first bytes of the file.
  init?(ofFileBeginning beginning: [UInt8]) {
    let found = Self.allCases.first { packing in
      let (place, mark) = packing.mark
      return beginning.dropFirst(place).starts(with: mark)
    }
    guard let found else { return nil }
    self = found
  }

  /// Sources: RFC 1952, RFC 8878, the xz file format, the sources of bzip2, APPNOTE.TXT of PKWARE, POSIX on `pax`.
  private var mark: (place: Int, bytes: [UInt8]) {
    switch self {
    case .gzip: (0, [0x1F, 0x8B])
    case .zstd: (0, [0x28, 0xB5, 0x2F, 0xFD])
    case .xz: (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .bzip2: (0, Array("BZh".utf8))
    case .zip: (0, [0x50, 0x4B, 0x03, 0x04])
    case .tar: (257, Array("ustar".utf8))
    }
  }

  /// The program of the system that unpacks it; `nil` for an archive, which may hold many files.
  var program: String? {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    case .xz: "xz"
    case .bzip2: "bzip2"
    case .zip, .tar: nil
    }
  }

  /// What unpacks an archive.
  var command: String {
    switch self {
    case .zip: "unzip FILE -d logs"
    default: "mkdir logs && tar -xf FILE -C logs"
    }
  }
}

extension FileBytes {
  /// How the file is packed; `nil` for one that is not.
  var packing: Packing? { (try? bytes(at: 0, count: Packing.beginningByteCount)).flatMap(Packing.init) }
}
