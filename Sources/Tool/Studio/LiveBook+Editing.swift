internal import Dates
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowEdit
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowTesting
package import JSON

// Changes of the files that are made in the page.
extension LiveBook {
  /// The most changes that can be undone.
  private static let patience = 20

  /// What can be changed at a line of a flow's table, or without a flow at the house rule of that
  /// name. Nil if there is none.
  func line(_ id: String, of flow: String) -> JSONValue? {
    guard !flow.isEmpty else {
      return file(ofRule: id).flatMap { try? YAMLText($0) }?.line(at: .rule(id))
    }
    guard let path = catalogue?.flow(id: flow)?.path,
      let file = flows.editable().text(of: flow, in: path)
    else { return nil }
    return (try? YAMLText(file))?.line(id, inDocument: flows.editable().file(path) == nil)
  }

  /// The file with a house rule: one of house rules, or a flow's.
  private func file(ofRule name: String) -> SourceFile? {
    let rule = flows.book().rules.first { $0.name.text == name }
    return rule.flatMap { flows.editable().file($0.path) }
  }

  /// The path of the file that is changed.
  private func path(_ request: StudioEdit) throws(StudioRefusal) -> String {
    if case .rule(let name) = request.place {
      guard let file = file(ofRule: name) else {
        throw StudioRefusal("There is no house rule `\(name)`.")
      }
      return file.path
    }
    guard let path = catalogue?.flow(id: request.flow)?.path else {
      throw StudioRefusal("There is no flow `\(request.flow)`.")
    }
    return path
  }

  /// The keys of a line with their values.
  private func keys(at place: EditPlace, of flow: String, in path: String) -> JSONValue? {
    let files = flows.editable()
    guard let file = flow.isEmpty ? files.file(path) : files.text(of: flow, in: path) else {
      return nil
    }
    return (try? YAMLText(file))?.line(at: place)?["keys"]
  }

  /// Makes a change, and writes it unless it is a trial. Nothing is written if something would be
  /// wrong afterwards that was not wrong before, or if a file has changed on the disk meanwhile.
  package func change(_ request: StudioEdit) throws(StudioRefusal) -> JSONValue {
    let path = try path(request)
    if let seen = request.seen, keys(at: request.place, of: request.flow, in: path) != seen {
      throw StudioRefusal(
        "This line has changed in its file since it was opened. Leave it, and open it again.")
    }
    do throws(EditRefusal) {
      let (edit, notes) = try request.edit(of: flows.editable(), in: path)
      guard request.isTrial else {
        return try make(edit, request.words, notes: notes, recordsAnew: request.isRenaming)
      }
      return .object(members: [
        ("patch", .string(patch(edit))),
        ("files", .strings(edit.files.map(\.path))),
      ])
    } catch { throw LiveBook.refusal(error) }
  }

  /// Writes a change, remembers it, and says what it did.
  ///
  /// - Parameters:
  ///   - notes: what there is to be said about it besides.
  ///   - recordsAnew: whether paths that played before are recorded anew, since only names have
  ///     changed.
  private func make(
    _ edit: FlowEdit, _ words: String, notes: [String] = [], recordsAnew: Bool = false
  ) throws(EditRefusal) -> JSONValue {
    let before = effects()
    guard !edit.files.isEmpty else { return answer("Nothing has changed", edit, before) }
    try write(edit)
    changes.append(StudioChange(words: words, edit: edit))
    if changes.count > LiveBook.patience { changes.removeFirst() }
    undone = []
    // The change is made, and can be undone, whatever becomes of the traces.
    if recordsAnew, let traces = renamedTraces(since: before), (try? write(traces)) != nil {
      changes[changes.count - 1] = StudioChange(words: words, edit: edit.followed(by: traces))
    }
    return answer(words, notes: notes, edit, before)
  }

  /// The traces of the paths that played before only names have changed.
  private func renamedTraces(since before: Effects) -> FlowEdit? {
    guard let catalogue else { return nil }
    let differing = Set(effects().failing.keys).subtracting(before.failing.keys)
    let records = PathRecords(catalogue, folder: pathsFolder) { differing.contains($0) }
    return records.accepted.isEmpty ? nil : try? records.edit(of: flows.editable())
  }

  /// Takes the last change back, or makes the one again that was taken back last.
  package func undo(again: Bool) throws(StudioRefusal) -> JSONValue {
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
    // What somebody else saves after the stamp was taken is news, also if it was read here.
    markShown()
    flows.reload()
    show(saved: SystemTime.milliseconds())
  }

  private static func refusal(_ refusal: EditRefusal) -> StudioRefusal {
    let first = refusal.diagnostics.first
    let help = first?.help.map { "; \($0)" } ?? ""
    guard let first else { return StudioRefusal(refusal.message) }
    let cause = first.message == refusal.message ? "" : ": \(first.message)"
    return StudioRefusal(refusal.message + cause + help)
  }

  /// The lines of a change without those of traces, which are long and say nothing new.
  private func patch(_ edit: FlowEdit) -> String {
    patch(FlowEdit(edit.files.filter { !LiveBook.isTrace($0.path) }), keeping: 4, below: "")
  }

  /// The whole change as `git apply` takes it in the folder that has the folder of the flows. Empty
  /// if one of its files is no text.
  private func gitPatch(_ edit: FlowEdit) -> String {
    guard edit.isText else { return "" }
    let name = FileSystem.resolved(folder).split(separator: "/").last ?? ""
    return patch(edit, keeping: 6, below: "\(name)/")
  }

  /// - Parameter count: how many letters of `--- a/` stay before a path.
  private func patch(_ edit: FlowEdit, keeping count: Int, below name: String) -> String {
    edit.patch.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isPath = line.hasPrefix("--- a/\(folder)/") || line.hasPrefix("+++ b/\(folder)/")
      return isPath ? line.prefix(count) + name + line.dropFirst(7 + folder.utf8.count) : line
    }.joined(separator: "\n")
  }

  private static func isTrace(_ path: String) -> Bool { path.hasSuffix(".trace") }

  // MARK: Fixes

  /// The fix of an open finding. Nil if there is none.
  ///
  /// - Parameter fingerprint: identifies the finding.
  private func fix(_ fingerprint: String) -> Fix? {
    let found = foundNow()
    guard let finding = found.first(where: { $0.fingerprint == fingerprint }) else { return nil }
    return flows.fixes(for: finding, among: found).first
  }

  /// What mends a finding, as the page shows it: null, or its title and the lines.
  package func fixText(_ fingerprint: String) -> JSONValue {
    fix(fingerprint).map { fix in
      .object(members: [
        ("title", .string(fix.title)), ("safe", .bool(fix.isSafe)),
        ("patch", .string(patch(fix.edit))),
      ])
    } ?? .null
  }

  /// Mends a finding.
  package func mend(_ fingerprint: String) throws(StudioRefusal) -> JSONValue {
    guard let fix = fix(fingerprint) else {
      throw StudioRefusal("This cannot be mended here any more.")
    }
    do throws(EditRefusal) { return try make(fix.edit, "Mended: \(fix.title)") } catch {
      throw LiveBook.refusal(error)
    }
  }

  func foundNow() -> [Finding] {
    var request = CheckRequest()
    request.proofs = .none
    return flows.findings(request).findings
  }

  // MARK: Paths

  /// Records the paths anew that do not play as they were recorded: their traces, and in the
  /// scripts the rows of steps that were inserted or are gone. Those that do not run are left.
  func accept() throws(StudioRefusal) -> JSONValue {
    guard let catalogue else { throw StudioRefusal("There are no flows.") }
    let records = PathRecords(catalogue, folder: pathsFolder)
    do throws(EditRefusal) {
      let edit = try records.edit(of: flows.editable())
      let count = records.accepted.count
      let words = "\(count) \(count == 1 ? "path" : "paths") recorded anew"
      return try make(edit, words)
    } catch { throw LiveBook.refusal(error) }
  }

  private var pathsFolder: String { "\(folder)/\(FlowLoader.pathsFolder)" }

  // MARK: What a change did

  /// What a change may turn: findings, and paths that play.
  struct Effects: Sendable {
    /// The messages of open findings by their fingerprints.
    var findings: [String: String] = [:]
    /// Why paths do not play as they were recorded, by flow and name.
    var failing: [PathName: String] = [:]
  }

  /// What the folder's settings and baseline leave open, and the paths. Kept until the files are
  /// read again.
  private func effects() -> Effects {
    if let kept = keptEffects, kept.edition == number { return kept.effects }
    var effects = Effects()
    for finding in foundNow() where finding.standing == .open {
      effects.findings[finding.fingerprint] = finding.diagnostic.message
    }
    if let catalogue {
      var replays = Replays(catalogue)
      let book = ReplayBook(folder: pathsFolder)
      for chapter in book.chapters {
        for script in chapter.scripts {
          replays.replay(script, trace: chapter.trace(of: script))
          guard let failure = replays.replays.last?.failure else { continue }
          effects.failing[PathName(flow: script.flow, name: script.name)] = failure.message
        }
      }
    }
    keptEffects = (number, effects)
    return effects
  }

  /// The rule and the flow of a finding.
  private static func kind(_ fingerprint: String) -> Substring { fingerprint.prefix { $0 != ":" } }

  private static func kinds(_ fingerprints: [String]) -> [Substring: Int] {
    Dictionary(fingerprints.map { (kind($0), 1) }, uniquingKeysWith: +)
  }

  private func answer(
    _ words: String, notes: [String] = [], _ edit: FlowEdit, _ before: Effects
  ) -> JSONValue {
    let after = effects()
    func messages(_ these: Effects, without those: Effects) -> JSONValue {
      // With another id, a finding that was there before has other words.
      var moved = LiveBook.kinds(those.findings.keys.filter { these.findings[$0] == nil })
      let new = these.findings.filter { those.findings[$0.key] == nil }.sorted { $0.key < $1.key }
      return .strings(
        new.filter { finding in
          let kind = LiveBook.kind(finding.key)
          guard let count = moved[kind], count > 0 else { return true }
          moved[kind] = count - 1
          return false
        }.map(\.value))
    }
    func paths(_ these: Effects, without those: Effects? = nil) -> JSONValue {
      .array(
        these.failing.filter { those?.failing[$0.key] == nil }.sorted { $0.key < $1.key }.map {
          .object(members: [
            ("flow", .string($0.key.flow)), ("name", .string($0.key.name)),
            ("why", .string($0.value)),
          ])
        })
    }
    return .object(members: [
      ("words", .string(words)), ("notes", .strings(notes)), ("patch", .string(patch(edit))),
      ("traces", .strings(edit.files.map(\.path).filter(LiveBook.isTrace))),
      ("found", messages(after, without: before)), ("gone", messages(before, without: after)),
      ("failing", paths(after, without: before)), ("passing", paths(before, without: after)),
      ("differing", paths(after)),
      ("git", .string(gitPatch(edit))),
      (
        "changes",
        .array(
          changes.map {
            .object(["words": .string($0.words), "patch": .string(patch($0.edit))])
          })
      ), ("undone", .strings(undone.map(\.words))),
    ])
  }
}
