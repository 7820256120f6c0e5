#if Inspector
import Fluxtape
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeScreen

extension Inspector {
  /// Creates an inspector of the logs at `paths`. With a recorder, the inspector's own actions and states are recorded.
  ///
  /// - Parameters:
  ///   - isFolder: Whether these are the logs of a folder, so that its runs come first.
  ///   - input: Standard input while it arrives, for `-`.
  static func opened(
    _ opening: HistoryOpening, of paths: [String], isFolder: Bool, from input: LiveInput? = nil, isFollowing: Bool = false,
    typesetting: Typesetting, in background: InspectorBackground? = nil, replayer: StepReplayer? = nil, recordedBy recorder: Recorder?
  ) throws(UsageError) -> Inspector {
    let tap = recorder.map { $0.store("inspector") }
    let watch = LogWatch(opening) { () throws(HistoryError) in try HistoryOpening(any: paths, from: input) }
    let inspector = Inspector(
      runs: watch.runs, watch: watch, isFollowing: isFollowing, typesetting: typesetting, background: background, replayer: replayer,
      converting: .ofForeignLogs,
      // What is wrong with the file is told with its watches.
      ignoring: (try? ProjectFile.ignored(isTold: false)) ?? []
    ) { session, action in
      guard let tap, tap.isRecording else { return Inspector.reduce(&session, action) }
      let (name, payload) = action.recorded
      var summary = session.state.summary
      tap.reduce(name, payload, into: &summary) { summary in
        Inspector.reduce(&session, action)
        summary = session.state.summary
      }
    }
    guard let inspector else { throw UsageError(message: "no log to inspect") }
    // Who follows wants to see what is new.
    if isFolder, !isFollowing { inspector.showRunsFirst() }
    return inspector
  }
}
#endif
