import FluxtapeCoding
import Testing

struct SipHashTests {
  @Test func `digests are those of the paper's test vectors`() {
    let key = SipHash.Key(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
    // The reference implementation's vectors for inputs 00, 00 01, … of these lengths.
    let vectors: [(length: Int, digest: UInt64)] = [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (7, 0xAB02_00F5_8B01_D137), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5), (63, 0x958A_324C_EB06_4572),
    ]
    for vector in vectors {
      let bytes = (0..<vector.length).map { UInt8($0) }
      let digest = SipHash.digest(of: bytes.span, key: key)
      #expect(digest == vector.digest)
    }
  }
}
