import FluxtapeScreen

/// The regions of a screen.
struct Layout: Sendable {
  enum Form: Hashable, Sendable {
    /// Too small for panes: only the step's number and type.
    case oneLine
    /// One pane at a time.
    case single
    /// The timeline above one detail pane.
    case stacked
    /// The timeline above all detail panes.
    case tiled
    /// The timeline beside all detail panes.
    case columns
  }

  /// A pane's regions.
  struct Slot: Sendable {
    var pane: Pane
    var header: Region
    var body: Region
  }

  let form: Form
  private(set) var title: Region
  private(set) var scrubber: Region
  /// The keys, a message or the prompt.
  private(set) var bottom: Region
  /// The watched values.
  private(set) var watch: Region
  /// What is known of the run that is selected in the list of runs.
  private(set) var preview: Region
  /// The vertical lines between the columns.
  private(set) var dividers: [Region] = []
  private(set) var slots: [Slot] = []

  init(of state: InspectorState) {
    var wanted = state.details.mapValues { $0.rows.count + 1 }
    // A plot is as high as its pane, not the other way round.
    if case .plot = state.answer?.subject { wanted[.answer] = nil }
    if state.answer?.isAwaited == true { wanted[.answer] = nil }
    self.init(
      size: state.size, focus: state.focus, shownDetail: state.visibleDetail, zoom: state.focusedZoom, watches: state.watching.values.count,
      hasAnswer: state.answer != nil, wanted: wanted, previewsRun: state.showsRunsOnly,
      comparesRuns: state.answer?.question?.other != nil)
  }

  /// - Parameter wanted: The rows that panes can use, with their headers.
  init(
    size: Size, focus: Pane, shownDetail: Pane, zoom: InspectorState.Zoom, watches: Int = 0, hasAnswer: Bool = false,
    wanted: [Pane: Int] = [:], previewsRun: Bool = false, comparesRuns: Bool = false
  ) {
    let widest = Self.form(of: size)
    // Two runs beside each other need the whole width.
    form = comparesRuns && [.tiled, .columns].contains(widest) ? .stacked : widest
    var rest = Region(origin: .zero, size: size)
    let none = Region(origin: .zero, size: .zero)
    title = rest.cutTop(1)
    (scrubber, bottom, watch, preview) = (none, none, none, none)
    guard form != .oneLine else { return }
    bottom = rest.cutBottom(1)
    guard form != .single else {
      slots = [Slot(pane: focus, header: none, body: rest)]
      return
    }
    scrubber = rest.cutTop(1)
    watch = rest.cutBottom(min(watches, size.rows / Self.rowsPerWatch))
    if previewsRun { preview = rest.cutBottom(min(8, rest.rows / 3)) }
    if zoom == .full {
      slots = [Self.slot(focus, &rest)]
    } else if form == .stacked {
      stack(in: rest, focus: focus, shownDetail: shownDetail, zoom: zoom, wanted)
    } else if form == .tiled {
      tile(in: rest, focus: focus, zoom: zoom, hasAnswer: hasAnswer, wanted)
    } else {
      placeColumns(in: rest, focus: focus, zoom: zoom, hasAnswer: hasAnswer, wanted)
    }
  }

  static func form(of size: Size) -> Form {
    if size.columns < 20 || size.rows < 5 { return .oneLine }
    if size.columns < 60 || size.rows < 20 { return .single }
    if size.columns < columnsForEveryDetail { return .stacked }
    return size.columns < columnsBesideDetails ? .tiled : .columns
  }

  /// On a screen of at least this width, all detail panes are shown at once.
  static let columnsForEveryDetail = 120

  /// On a screen of at least this width, the details are beside the timeline, which stays as wide as on a screen of 120 columns: a wider
  /// screen must not show less of a step's row.
  private static let columnsBesideDetails = 200

  /// Watched values take at most one of so many rows of the screen: three of 24.
  private static let rowsPerWatch = 8

  /// Splits a region into a header row and a body.
  private static func slot(_ pane: Pane, _ region: inout Region) -> Slot {
    let header = region.cutTop(1)
    return Slot(pane: pane, header: header, body: region)
  }
}

// MARK: - Forms

extension Layout {
  private mutating func stack(in region: Region, focus: Pane, shownDetail: Pane, zoom: InspectorState.Zoom, _ wanted: [Pane: Int]) {
    var rest = region
    // An answer is the same at each step, so that the timeline takes what the answer has no use for without a jump from step to step.
    let free = shownDetail == .answer ? region.rows - max(wanted[.answer] ?? region.rows, Self.leastHeight) : 0
    var top = rest.cutTop(max(Self.timelineRows(of: region, focus: focus, zoom: zoom), free))
    slots = [Self.slot(.timeline, &top), Self.slot(shownDetail, &rest)]
  }

  private mutating func tile(in region: Region, focus: Pane, zoom: InspectorState.Zoom, hasAnswer: Bool, _ wanted: [Pane: Int]) {
    var rest = region
    var top = rest.cutTop(Self.timelineRows(of: region, focus: focus, zoom: zoom))
    slots = [Self.slot(.timeline, &top)]
    let left = rest.cutLeft((rest.columns - 1) / 2)
    dividers = [rest.cutLeft(1)]
    // The longest pane has a column for itself. An answer replaces the Action pane.
    place(hasAnswer ? [(.diff, 44), (.state, 56)] : [(.action, 44), (.diff, 56)], in: left, focus: focus, zoom: zoom, wanted)
    place([(hasAnswer ? .answer : .state, 100)], in: rest, focus: focus, zoom: zoom, wanted)
  }

  /// Returns the number of rows for a timeline above the details, with its header.
  private static func timelineRows(of region: Region, focus: Pane, zoom: InspectorState.Zoom) -> Int {
    region.rows * (zoom == .normal ? 48 : focus == .timeline ? 70 : 30) / 100
  }

  private mutating func placeColumns(
    in region: Region, focus: Pane, zoom: InspectorState.Zoom, hasAnswer: Bool, _ wanted: [Pane: Int]
  ) {
    var rest = region
    let percent = zoom == .normal ? 60 : focus == .timeline ? 70 : 34
    var left = rest.cutLeft(region.columns * percent / 100)
    dividers = [rest.cutLeft(1)]
    slots = [Self.slot(.timeline, &left)]
    // An answer replaces the Action pane.
    let shares: [(Pane, Int)] = hasAnswer ? [(.answer, 36), (.diff, 26), (.state, 38)] : [(.action, 24), (.diff, 32), (.state, 44)]
    place(shares, in: rest, focus: focus, zoom: zoom, wanted)
  }

  /// Stacks panes. Each gets its share of the rows; what a pane has no use for goes to the others. The focused one takes more from the
  /// others if it holds more.
  private mutating func place(
    _ shares: [(Pane, Int)], in region: Region, focus: Pane, zoom: InspectorState.Zoom, _ wanted: [Pane: Int]
  ) {
    let isZoomed = zoom != .normal && shares.contains { $0.0 == focus }
    var heights = shares.map { pane, share in region.rows * (!isZoomed ? share : pane == focus ? 60 : 20) / 100 }
    heights[heights.count - 1] += region.rows - heights.reduce(0, +)
    if zoom == .normal {
      let needs = zip(shares, heights).map { max(wanted[$0.0] ?? $1, Self.leastContent) }
      let focused = shares.firstIndex { $0.0 == focus }
      // The last pane keeps what none has a use for.
      for taker in [focused].compactMap(\.self) + heights.indices.reversed() {
        for giver in heights.indices where giver != taker {
          let least = taker == focused ? min(needs[giver], Self.leastHeight) : needs[giver]
          let moved = max(0, min(needs[taker] - heights[taker], heights[giver] - least))
          heights[taker] += moved
          heights[giver] -= moved
        }
      }
      for giver in heights.indices.dropLast() where heights[giver] > needs[giver] {
        heights[heights.count - 1] += heights[giver] - needs[giver]
        heights[giver] = needs[giver]
      }
    }
    var rest = region
    for (number, (pane, _)) in shares.enumerated() {
      var part = rest.cutTop(heights[number])
      slots.append(Self.slot(pane, &part))
    }
  }

  /// What a pane keeps if the focused one holds more: its header and some rows.
  private static let leastHeight = 6
  /// What a pane keeps if it holds less.
  private static let leastContent = 4
}

// MARK: - Sizes

extension Layout {
  /// Returns the number of rows in a pane; 0 if it is not shown.
  func height(of pane: Pane) -> Int { slots.first { $0.pane == pane }?.body.rows ?? 0 }

  /// Returns the number of rows in a pane that stay visible if the lowest rows above the bottom one are covered.
  func height(of pane: Pane, below covered: Int) -> Int {
    guard covered > 0, let body = slots.first(where: { $0.pane == pane })?.body else { return height(of: pane) }
    return max(min(body.rows, bottom.origin.row - covered - body.origin.row), min(body.rows, 1))
  }

  /// Returns the number of columns in a pane, or of a similar pane if it is not shown.
  func width(of pane: Pane) -> Int {
    (slots.first { $0.pane == pane } ?? slots.first { $0.pane != .timeline } ?? slots.first)?.body.columns ?? title.columns
  }
}
