import CNcurses
package import FluxtapeScreen

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// Curses opens and closes the screen and reads keys. ``FramePainter`` draws.

extension Terminal {
  /// Shows `frame` by sending its difference to the previous one. If it is larger than the screen, shows its upper left part.
  package func show(_ frame: Frame) {
    guard isOpen else { return }
    painter.abilities.hasColumnMargins = assembler.hasColumnMargins
    var bytes = painter.bytes(showing: frame, after: shown, on: size)
    bytes += cursorBytes(of: frame)
    shown = frame
    if !bytes.isEmpty { Curses.send(bytes, to: output) }
  }

  /// Redraws the whole screen, after something else wrote on it.
  package func redraw() {
    guard isOpen, let frame = shown else { return }
    shown = nil
    showsCursor = nil
    show(frame)
  }

  /// Returns the bytes that move the terminal's cursor to the frame's, or hide it.
  private func cursorBytes(of frame: Frame) -> [UInt8] {
    let place = frame.cursor.flatMap { frame.bounds.contains($0) && $0.row < size.rows && $0.column < size.columns ? $0 : nil }
    var bytes: [UInt8] = []
    if let place { bytes += "\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8 }
    if showsCursor != (place != nil) { bytes += Curses.string(place == nil ? "civis" : "cnorm") }
    showsCursor = place != nil
    return bytes
  }

  /// Returns the terminal's capabilities.
  static func abilities(colors: Int) -> FramePainter.Abilities {
    var abilities = FramePainter.Abilities { Int(cncurses_width($0.value)) }
    abilities.colors = colors
    abilities.erasesCharacters = Curses.has("ech")
    abilities.scrollsRows = Curses.has("csr") && Curses.has("indn") && Curses.has("rin")
    abilities.drawsLastCell = cncurses_wraps_late() != 0
    return abilities
  }
}
