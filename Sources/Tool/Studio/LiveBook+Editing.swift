internal import Dates
internal import Diagnostics
internal import FlowCheck
internal import FlowEdit
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowTesting
internal import JSON

// Changes of the files that are made in the page.
extension LiveBook {
  /// The most changes that can be undone.
  private static let patience = 20

  /// What can be changed at a line of a flow's table. Nil if there is none.
  func line(_ id: String, of flow: String) -> JSONValue? {
    guard let path = catalogue?.flow(id: flow)?.path, let file = flows.editable().file(path) else {
      return nil
    }
    return (try? YAMLText(file))?.line(id)
  }

  /// Makes a change, and writes it. Nothing is written if something would be wrong afterwards that
  /// was not wrong before, or if a file has changed on the disk meanwhile.
  func change(_ request: StudioEdit) throws(StudioRefusal) -> JSONValue {
    guard let path = catalogue?.flow(id: request.flow)?.path else {
      throw StudioRefusal("There is no flow `\(request.flow)`.")
    }
    let before = effects()
    do throws(EditRefusal) {
      let edit = try flows.editable().edit(request.operation, in: path)
      guard !edit.files.isEmpty else { return answer("Nothing has changed", edit, before) }
      try write(edit)
      changes.append(StudioChange(words: request.words, edit: edit))
      if changes.count > LiveBook.patience { changes.removeFirst() }
      undone = []
      return answer(request.words, edit, before)
    } catch { throw LiveBook.refusal(error) }
  }

  /// Takes the last change back, or makes the one again that was taken back last.
  func undo(again: Bool) throws(StudioRefusal) -> JSONValue {
    guard let change = again ? undone.last : changes.last else {
      throw StudioRefusal(again ? "Nothing was undone." : "Nothing was changed here.")
    }
    let before = effects()
    let edit = again ? change.edit : change.edit.inverse
    do throws(EditRefusal) { try write(edit) } catch { throw LiveBook.refusal(error) }
    if again { changes.append(undone.removeLast()) } else { undone.append(changes.removeLast()) }
    return answer((again ? "Again: " : "Undone: ") + change.words, edit, before)
  }

  private func write(_ edit: FlowEdit) throws(EditRefusal) {
    try flows.write(edit)
    show(saved: SystemTime.milliseconds())
  }

  private static func refusal(_ refusal: EditRefusal) -> StudioRefusal {
    let first = refusal.diagnostics.first
    let help = first?.help.map { "; \($0)" } ?? ""
    guard let first else { return StudioRefusal(refusal.message) }
    let cause = first.message == refusal.message ? "" : ": \(first.message)"
    return StudioRefusal(refusal.message + cause + help)
  }

  // MARK: What a change did

  /// What a change may turn: findings, and paths that play.
  private struct Effects {
    /// The messages of open findings by their fingerprints.
    var findings: [String: String] = [:]
    /// The paths that do not play as they were recorded.
    var failing: Set<String> = []
  }

  /// What the folder's settings and baseline leave open, and the paths.
  private func effects() -> Effects {
    guard let catalogue else { return Effects() }
    var effects = Effects()
    var request = CheckRequest()
    request.proofs = .none
    for finding in flows.findings(request).findings where finding.standing == .open {
      effects.findings[finding.fingerprint] = finding.diagnostic.message
    }
    var replays = Replays(catalogue)
    let book = ReplayBook(folder: "\(folder)/\(FlowLoader.pathsFolder)")
    for chapter in book.chapters {
      for script in chapter.scripts {
        replays.replay(script, trace: chapter.trace(of: script))
        if replays.replays.last?.hasPassed == false {
          effects.failing.insert("\(script.flow) \(script.name)")
        }
      }
    }
    return effects
  }

  private func answer(_ words: String, _ edit: FlowEdit, _ before: Effects) -> JSONValue {
    let after = effects()
    func messages(_ these: Effects, without those: Effects) -> JSONValue {
      .strings(these.findings.filter { those.findings[$0.key] == nil }.map(\.value).sorted())
    }
    return .object(members: [
      ("words", .string(words)), ("patch", .string(edit.patch)),
      ("found", messages(after, without: before)), ("gone", messages(before, without: after)),
      ("failing", .strings(after.failing.subtracting(before.failing).sorted())),
      ("passing", .strings(before.failing.subtracting(after.failing).sorted())),
      ("changes", .strings(changes.map(\.words))), ("undone", .strings(undone.map(\.words))),
    ])
  }
}
