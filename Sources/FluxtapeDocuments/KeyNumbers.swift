import FluxtapeJSON

/// The numbers of members by the hashes of their keys, in buckets, so that a changed copy shares nearly all of them.
struct KeyNumbers: Sendable {
  private struct Entry {
    let hash: UInt64
    let number: Int
  }

  /// The maximum average number of entries in a bucket.
  private static let bucketSize = 32

  /// Their count is a power of two.
  private var buckets: [[Entry]] = [[]]
  private var count = 0

  /// The numbers of the members whose keys have the same hash as a string with these contents.
  func candidates(for key: Span<UInt8>) -> [Int] {
    let hash = ByteHash.hash(key)
    return buckets[bucket(of: hash)].lazy.filter { $0.hash == hash }.map(\.number)
  }

  mutating func enter(_ key: JSONNode, number: Int) {
    if count >= buckets.count * Self.bucketSize { grow() }
    let hash = key.contentHash
    buckets[bucket(of: hash)].append(Entry(hash: hash, number: number))
    count += 1
  }

  mutating func remove(_ key: JSONNode, number: Int) {
    let place = bucket(of: key.contentHash)
    guard let index = buckets[place].firstIndex(where: { $0.number == number }) else { return }
    buckets[place].remove(at: index)
    count -= 1
  }

  private func bucket(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (buckets.count - 1) }

  private mutating func grow() {
    let entries = buckets.joined()
    var larger: [[Entry]] = Array(repeating: [], count: buckets.count * 4)
    for entry in entries { larger[Int(truncatingIfNeeded: entry.hash) & (larger.count - 1)].append(entry) }
    buckets = larger
  }
}
