import FluxtapeScreen

/// Where everything stands on a screen of some size.
struct Layout: Sendable {
  enum Form: Hashable, Sendable {
    /// Too small for panes: the step's number and type.
    case oneLine
    /// One pane at a time.
    case single
    /// The timeline above one detail pane.
    case stacked
    /// The timeline beside the three detail panes.
    case columns
  }

  /// A pane's place: its headline, and the rows below.
  struct Slot: Sendable {
    var pane: Pane
    var header: Region
    var body: Region
  }

  let form: Form
  private(set) var title: Region
  private(set) var scrubber: Region
  private(set) var status: Region
  private(set) var hint: Region
  /// The line between the columns.
  private(set) var divider: Region
  private(set) var slots: [Slot] = []

  init(of state: InspectorState) {
    self.init(size: state.size, focus: state.focus, shownDetail: state.visibleDetail, zoom: state.zoom)
  }

  init(size: Size, focus: Pane, shownDetail: Pane, zoom: InspectorState.Zoom) {
    form = Self.form(of: size)
    var rest = Region(origin: .zero, size: size)
    let none = Region(origin: .zero, size: .zero)
    title = rest.cutTop(1)
    (scrubber, status, hint, divider) = (none, none, none, none)
    guard form != .oneLine else { return }
    hint = rest.cutBottom(1)
    status = rest.cutBottom(1)
    guard form != .single else {
      slots = [Slot(pane: focus, header: none, body: rest)]
      return
    }
    scrubber = rest.cutTop(1)
    if zoom == .full {
      slots = [Self.slot(focus, &rest)]
    } else if form == .stacked {
      stack(in: rest, focus: focus, shownDetail: shownDetail, zoom: zoom)
    } else {
      placeColumns(in: rest, focus: focus, zoom: zoom)
    }
  }

  static func form(of size: Size) -> Form {
    if size.columns < 20 || size.rows < 5 { return .oneLine }
    if size.columns < 60 || size.rows < 20 { return .single }
    return size.columns < 100 ? .stacked : .columns
  }

  /// The headline is the first row.
  private static func slot(_ pane: Pane, _ region: inout Region) -> Slot {
    let header = region.cutTop(1)
    return Slot(pane: pane, header: header, body: region)
  }
}

// MARK: - Forms

extension Layout {
  private mutating func stack(in region: Region, focus: Pane, shownDetail: Pane, zoom: InspectorState.Zoom) {
    var rest = region
    let percent = zoom == .normal ? 48 : focus == .timeline ? 70 : 30
    var top = rest.cutTop(region.rows * percent / 100)
    slots = [Self.slot(.timeline, &top), Self.slot(shownDetail, &rest)]
  }

  private mutating func placeColumns(in region: Region, focus: Pane, zoom: InspectorState.Zoom) {
    var rest = region
    let normal = region.columns < 160 ? 52 : 46  // a timeline has no use for more
    let percent = zoom == .normal ? normal : focus == .timeline ? 70 : 34
    var left = rest.cutLeft(region.columns * percent / 100)
    divider = rest.cutLeft(1)
    slots = [Self.slot(.timeline, &left)]
    let shares: [(pane: Pane, percent: Int)] = [(.action, 24), (.diff, 32), (.state, 44)]
    for (pane, share) in shares {
      let percent = zoom == .normal || focus == .timeline ? share : pane == focus ? 60 : 20
      var part = pane == .state ? rest : rest.cutTop(region.rows * percent / 100)
      slots.append(Self.slot(pane, &part))
    }
  }
}

// MARK: - Asking

extension Layout {
  /// Rows of a pane's contents; 0 where it is not shown.
  func height(of pane: Pane) -> Int { slots.first { $0.pane == pane }?.body.rows ?? 0 }

  /// Columns of a detail pane's contents, shown or not.
  func width(of pane: Pane) -> Int {
    (slots.first { $0.pane == pane } ?? slots.first { $0.pane != .timeline } ?? slots.first)?.body.columns ?? title.columns
  }
}
