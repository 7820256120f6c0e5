/// How a file is packed, as its first bytes tell.
struct Packing {
  let name: String
  private let mark: [UInt8]
  /// The place of the mark in the file.
  private var place = 0
  /// Whether it may hold many files. Others are unpacked by the program of their name, with `-dc`.
  private(set) var isArchive = false

  /// Sources: RFC 1952, RFC 8878, the xz file format, the sources of bzip2, APPNOTE.TXT of PKWARE, POSIX on `pax`.
  private static let all = [
    Packing(name: "gzip", mark: [0x1F, 0x8B]), Packing(name: "zstd", mark: [0x28, 0xB5, 0x2F, 0xFD]),
    Packing(name: "xz", mark: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]), Packing(name: "bzip2", mark: Array("BZh".utf8)),
    Packing(name: "zip", mark: [0x50, 0x4B, 0x03, 0x04], isArchive: true),
    Packing(name: "tar", mark: Array("ustar".utf8), place: 257, isArchive: true),
  ]

  /// The packing of a file with these first bytes.
  static func of(_ beginning: [UInt8]) -> Packing? { all.first { beginning.dropFirst($0.place).starts(with: $0.mark) } }

  /// What unpacks an archive.
  var command: String { name == "zip" ? "unzip FILE -d logs" : "mkdir logs && tar -xf FILE -C logs" }
}

extension FileBytes {
  /// How the file is packed; `nil` for one that is not.
  var packing: Packing? { (try? bytes(at: 0, count: 1 << 9)).flatMap(Packing.of) }
}
