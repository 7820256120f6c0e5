import FluxtapeHistory
import Testing

struct ReduxStoreTests {
  @Test func `shapes and counter change by actions of their part, nothing is added to a full drawing`() throws {
    let log = try PlayedLog("redux")
    #expect(
      log.types(of: "drawing").prefix(6) == [
        "shapes.added", "shapes.added", "shapes.added", "shapes.moved", "counter.increased", "shapes.moved",
      ])
    let states = try log.states(of: "drawing", after: "shapes.added")
    #expect(states.last?.contains(#"{"id":3,"kind":"triangle","color":"green","x":0}"#) == true)
  }

  @Test func `undo goes back four steps, no further, and one comes again`() throws {
    let log = try PlayedLog("redux")
    #expect(
      log.types(of: "drawing").filter { ["undo", "redo", "shapes.removed"].contains($0) } == [
        "undo", "undo", "undo", "undo", "redo", "shapes.removed", "undo", "undo",
      ])
    let undone = try log.states(of: "drawing", after: "undo")
    #expect(undone[3].components(separatedBy: #""kind":"#).count - 1 == 2)
    #expect(try log.states(of: "drawing", after: "redo").first == undone[2])
  }

  @Test func `notes stand behind the action that they are about`() throws {
    let rows = try PlayedLog("redux").history.rows
    let notes = rows.indices.filter { rows[$0].kind == .mark }
    #expect(notes.map { rows[$0].type } == ["1 shapes now", "2 shapes now", "3 shapes now", "2 shapes now", "3 shapes now"])
    #expect(notes.allSatisfy { rows[$0].cause == rows[$0 - 1].step })
  }

  @Test func `in the variant the same actions lead to other states`() throws {
    let (good, bad) = (try PlayedLog("redux"), try PlayedLog("redux-clock-in-reducer"))
    #expect(good.steps == bad.steps)
    #expect(try good.states(of: "drawing", after: "shapes.added") != bad.states(of: "drawing", after: "shapes.added"))
  }
}
