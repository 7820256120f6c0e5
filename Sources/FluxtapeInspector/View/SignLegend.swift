import FluxtapeScreen

/// The meaning of the signs on the screen, with the glyphs in use.
enum SignLegend {
  static func entries(_ glyphs: Glyphs) -> [(sign: StyledText, words: String)] {
    marks(glyphs) + changes(glyphs) + lanes(glyphs) + scrubber(glyphs)
  }

  /// The cell before a row of the timeline.
  private static func marks(_ glyphs: Glyphs) -> [(StyledText, String)] {
    [
      (StyledText(glyphs.cursor, .cursor), "the cursor"),
      (StyledText(glyphs.pin, .pin), "the pinned step"),
      (StyledText(glyphs.bookmark, .bookmark), "a step that was marked or noted"),
      (StyledText(glyphs.problem, .error), "failed, a line that cannot be read, or a recorder in trouble"),
      (StyledText(glyphs.gap, .error), "steps are missing, or one is a duplicate"),
      (StyledText(glyphs.unchanged, .dim), "changed nothing"),
      (StyledText(glyphs.incomplete, .error), "in flight, pending, or a line cut off"),
      (StyledText(glyphs.leftOut, .hypothetical), "after the mark: what if it is skipped (X)"),
      (StyledText(glyphs.differs, .hypothetical), "its state would differ then"),
      (StyledText(glyphs.unreplayed, .hypothetical), "it cannot be replayed, or was not yet"),
    ]
  }

  /// Changes of values, in trees and, with counts, in the timeline.
  private static func changes(_ glyphs: Glyphs) -> [(StyledText, String)] {
    [
      (StyledText(glyphs.changed + "3", .changed), "3 values changed; in a tree, without a count: this one"),
      (StyledText(glyphs.added + "1", .added), "1 value added"),
      (StyledText(glyphs.removed + "1", .removed), "1 value removed"),
      (StyledText(glyphs.moved + "1", .moved), "1 value moved"),
      (StyledText(glyphs.retyped, .type), "in a tree: now of another type"),
    ]
  }

  private static func lanes(_ glyphs: Glyphs) -> [(StyledText, String)] {
    [
      (StyledText(glyphs.event, .lane(0)), "a step, in the lane of its store, which has a color"),
      (StyledText(glyphs.stateEvent, .lane(0)), "a state without a recorded action"),
      (
        StyledText(glyphs.joinRight + glyphs.joinAcross, .dim) + StyledText(glyphs.event, .type),
        "caused by a step of the store on the left"
      ),
      (
        StyledText(glyphs.chainStart + " " + glyphs.chainMiddle + " " + glyphs.chainEnd, .cursor),
        "first, next and last step with the same first cause"
      ),
      (StyledText(glyphs.chainPasses, .dim), "between such steps, with another first cause"),
      (StyledText(glyphs.cause, .dim), "beside the bars of Why: it led to the step that was asked about"),
      (StyledText(glyphs.effect, .dim), "beside the bars of Why: that step led to it"),
      (StyledText("chain of 23", .dim), "the step, all that led to it, and all that it led to"),
    ]
  }

  /// The row below the title.
  private static func scrubber(_ glyphs: Glyphs) -> [(StyledText, String)] {
    [
      (
        StyledText([1, 3, 6].map { glyphs.bars[$0] }.joined(), .dim),
        "below the title: the bytes of the log, from its first row to its last"
      ),
      (StyledText([1, 3, 6].map { glyphs.bars[$0] }.joined(), .match), "where a search has hits"),
      (StyledText(glyphs.scrubberCursor, .cursor), "the cursor's row; a problem and the pin have their signs"),
    ]
  }
}
