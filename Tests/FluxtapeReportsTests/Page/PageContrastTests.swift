import Foundation
import Testing

@testable import FluxtapeReports

/// The contrast of the page's colors, light and dark, according to WCAG 2 (1.4.3, AA).
struct PageContrastTests {
  @Test(arguments: [0, 1]) func `text stands out from what is behind it`(_ scheme: Int) throws {
    let colors = try Self.colors[scheme]
    let grounds = ["ground", "raised", "chosen"]
    var pairs = ["text", "dim", "link", "bad", "s0", "s1", "s2", "s3", "s4", "s5"].flatMap { text in grounds.map { (text, $0) } }
    pairs += ["bad-ground", "old", "new"].flatMap { [("text", $0), ("dim", $0)] }
    for (text, ground) in pairs {
      let (one, other) = (try #require(colors[text]), try #require(colors[ground]))
      let contrast = (max(one, other) + 0.05) / (min(one, other) + 0.05)
      #expect(contrast >= 4.5, "\(text) on \(ground): \(contrast)")
    }
    // Transparency would make a color paler than it is declared.
    #expect(!PageSource.style.contains("opacity"))
  }

  /// The luminance of each color, light and dark.
  private static var colors: [[String: Double]] {
    get throws {
      let schemes = PageSource.style.matches(of: /:root \{([^}]*)\}/).map { $0.output.1 }
      return try schemes.map { scheme in
        var colors: [String: Double] = [:]
        for match in scheme.matches(of: /--([\w-]+): #([0-9a-f]+)/) {
          let digits = match.output.2.count == 3 ? match.output.2.flatMap { [$0, $0] } : Array(match.output.2)
          let parts = try [0, 2, 4].map { place in
            let part = Double(try #require(Int(String(digits[place...(place + 1)]), radix: 16))) / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
          }
          colors[String(match.output.1)] = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        return colors
      }
    }
  }
}
