import CNcurses
package import FluxtapeScreen

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// Curses opens the screen, reads the keys and closes the screen; what is on it we send ourselves.

extension Terminal {
  /// Shows `frame`: what differs from the frame before is sent, nothing else. Of a frame of another size than the screen the upper left
  /// part is shown.
  package func show(_ frame: Frame) {
    guard isOpen else { return }
    painter.abilities.hasColumnMargins = assembler.hasColumnMargins
    var bytes = painter.bytes(showing: frame, after: shown, on: size)
    bytes += cursorBytes(of: frame)
    shown = frame
    if !bytes.isEmpty { Curses.send(bytes, to: output) }
  }

  /// Paints the whole screen anew, as after something else wrote on it.
  package func redraw() {
    guard isOpen, let frame = shown else { return }
    shown = nil
    showsCursor = nil
    show(frame)
  }

  /// Puts the terminal's own cursor where the frame has it, or hides it.
  private func cursorBytes(of frame: Frame) -> [UInt8] {
    let place = frame.cursor.flatMap { frame.bounds.contains($0) && $0.row < size.rows && $0.column < size.columns ? $0 : nil }
    var bytes: [UInt8] = []
    if let place { bytes += "\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8 }
    if showsCursor != (place != nil) { bytes += Curses.string(place == nil ? "civis" : "cnorm") }
    showsCursor = place != nil
    return bytes
  }

  /// What the painter may use here.
  static func abilities(colors: Int) -> FramePainter.Abilities {
    var abilities = FramePainter.Abilities { Int(cncurses_width($0.value)) }
    abilities.colors = colors
    abilities.erasesCharacters = Curses.has("ech")
    abilities.scrollsRows = Curses.has("csr") && Curses.has("indn") && Curses.has("rin")
    abilities.drawsLastCell = cncurses_wraps_late() != 0
    return abilities
  }
}
