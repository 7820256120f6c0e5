import FluxtapeScreen
import Testing

struct ListWindowTests {
  @Test func `the selection stays on the screen, with rows around it`() {
    for count in 1...14 {
      for height in 1...9 {
        for first in 0...14 {
          for row in 0..<count {
            var window = ListWindow(first: first)
            window.reveal(row, count: count, height: height, margin: 2)
            let visible = window.visible(count: count, height: height)
            let margin = min(2, (height - 1) / 2)
            #expect(visible.count == min(count, height))
            #expect(visible.contains(row))
            #expect(visible.contains(max(row - margin, 0)) && visible.contains(min(row + margin, count - 1)))
          }
        }
      }
    }
  }

  @Test func `a selection that is well inside does not scroll`() {
    var window = ListWindow(first: 10)
    window.reveal(15, count: 100, height: 10)
    #expect(window.first == 10)
    window.reveal(17, count: 100, height: 10)
    #expect(window.first == 11)
    window.reveal(3, count: 100, height: 10)
    #expect(window.first == 0)
    window.reveal(99, count: 100, height: 10)
    #expect(window.visible(count: 100, height: 10) == 90..<100)
  }

  @Test func `a row is put where it was asked for`() {
    var window = ListWindow()
    window.place(50, at: .top, count: 100, height: 9)
    #expect(window.first == 50)
    window.place(50, at: .center, count: 100, height: 9)
    #expect(window.first == 46)
    window.place(50, at: .bottom, count: 100, height: 9)
    #expect(window.first == 42)
    window.place(98, at: .top, count: 100, height: 9)
    #expect(window.first == 91)
  }

  @Test func `scrolling stops at the ends and takes the selection along`() {
    var window = ListWindow(first: 10)
    window.scroll(by: .max, count: 100, height: 10)
    #expect(window.first == 90)
    #expect(window.clamped(20, count: 100, height: 10) == 93)
    window.scroll(by: .min, count: 100, height: 10)
    #expect(window.first == 0)
    #expect(window.clamped(20, count: 100, height: 10) == 6)
    #expect(window.clamped(0, count: 100, height: 10) == 0)
    window.scroll(by: -1, count: 3, height: 10)
    #expect(window.visible(count: 3, height: 10) == 0..<3)
  }

  @Test func `an empty list or pane shows nothing`() {
    var window = ListWindow(first: 7)
    #expect(window.visible(count: 0, height: 5).isEmpty)
    #expect(window.visible(count: 5, height: 0).isEmpty)
    #expect(window.visible(count: 5, height: -1).isEmpty)
    #expect(window.clamped(3, count: 0, height: 5) == 0)
    window.reveal(3, count: 0, height: 5)
    #expect(window.first == 0)
    window.place(3, at: .center, count: 0, height: 0)
    #expect(window.first == 0)
  }

  @Test func `a list that shrinks pulls the window back`() {
    let window = ListWindow(first: 90)
    #expect(window.visible(count: 20, height: 10) == 10..<20)
  }
}
