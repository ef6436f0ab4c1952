internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowModel
internal import JSON
internal import Studio

// Changes of the tables, with the operations that the studio makes.
extension Workbench {
  func edit(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let known = ["read", "create"]
    if let deed = arguments.text("do"), known.contains(deed), arguments.text("place") == nil {
      return try await change(arguments.json.adding("place", .string("file")))
    }
    return try await change(arguments.json)
  }

  /// Makes a change that the studio can make, after a trial has said which files it concerns.
  private func change(_ json: JSONValue) async throws(AgentRefusal) -> AgentAnswer {
    try requireWriting()
    await book.reload(saved: nil)
    guard let request = StudioEdit(json), let trial = StudioEdit(json.adding("trial", .bool(true)))
    else {
      throw AgentRefusal(
        "this is not an operation",
        next: "flow_edit's description says what each `do` needs; `place` is `file`, "
          + "`section 1`, `step 1.3` or `row 1.3a`")
    }
    do throws(StudioRefusal) {
      let draft = try await book.change(trial)
      for path in draft["files"]?.array ?? [] { try requireInside(path.string ?? "") }
      guard !request.isTrial else {
        return AgentAnswer(draft["patch"]?.string ?? "", next: "send it without `trial`")
      }
      return Workbench.answer(try await book.change(request))
    } catch { throw AgentRefusal(error.reason) }
  }

  func fix(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    try requireWriting()
    await book.reload(saved: nil)
    let fingerprint = arguments.text("finding") ?? ""
    let fix = await book.fixText(fingerprint)
    guard fix.members != nil else {
      throw AgentRefusal(
        "no fix is known for the finding `\(AgentArguments.short(fingerprint))`",
        next: "flow_check lists the findings with their fixes; others need flow_edit")
    }
    guard fix["safe"]?.bool == true || arguments.flag("proposal") else {
      throw AgentRefusal(
        "`\(fix["title"]?.string ?? "")` is a proposal, and a person decides:\n"
          + (fix["patch"]?.string ?? ""),
        next: "ask the person; then send `proposal: true`")
    }
    do throws(StudioRefusal) {
      return Workbench.answer(try await book.mend(fingerprint))
    } catch { throw AgentRefusal(error.reason) }
  }

  func undo() async throws(AgentRefusal) -> AgentAnswer {
    try requireWriting()
    do throws(StudioRefusal) {
      return Workbench.answer(try await book.undo(again: false))
    } catch { throw AgentRefusal(error.reason) }
  }

  func importText(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let text = arguments.text("text") ?? ""
    let file = SourceFile(path: "the text", bytes: Array(text.utf8))
    let flows = try await catalogue().flows
    guard let first = flows.first else { throw AgentRefusal("the folder has no flow yet") }
    let set = DocumentSet([file], known: Set(flows.map(\.id)))
    var report = ""
    for member in set.members where member.document != nil {
      report += member.flow.reading.summary(of: member.flow.id, in: file) + "\n"
    }
    for diagnostic in set.diagnostics.prefix(Workbench.most) {
      let line = file.position(of: diagnostic.span.start).line
      report += "line \(line): \(diagnostic.severity.name): \(diagnostic.message)\n"
    }
    if report.isEmpty { report = "no use case is in the text\n" }
    guard arguments.flag("write") else {
      return AgentAnswer(report, next: "with `write: true` it becomes files")
    }
    let change: JSONValue = .object([
      "flow": .string(first.id), "place": .string("file"), "do": .string("read"),
      "text": .string(text),
    ])
    do throws(AgentRefusal) {
      var answer = try await self.change(change)
      answer.text = report + answer.text
      return answer
    } catch {
      throw AgentRefusal("\(error.reason)\n\(report)", next: error.next)
    }
  }

  private func requireWriting() throws(AgentRefusal) {
    if let reason = host.readOnly { throw AgentRefusal(reason) }
  }

  /// Refuses a file that is not in the folder, also by a link.
  private func requireInside(_ path: String) throws(StudioRefusal) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let folder = FileSystem.resolved(host.folder)
    for place in FileSystem.exists(path) ? [path, parent] : [parent] {
      let real = FileSystem.resolved(place)
      guard real == folder || real.hasPrefix(folder + "/") else {
        throw StudioRefusal("`\(path)` is not in the folder of flows")
      }
    }
  }

  /// What a change did, in a few lines.
  private static func answer(_ change: JSONValue) -> AgentAnswer {
    var text = "\(change["words"]?.string ?? "changed")\n\(change["patch"]?.string ?? "")"
    func add(_ key: String, _ title: String) {
      for item in change[key]?.array ?? [] {
        let words = item.string ?? "\(item["flow"]?.string ?? "") \(item["name"]?.string ?? "")"
        text += "\(title): \(words)\n"
      }
    }
    add("found", "new finding")
    add("gone", "finding gone")
    add("failing", "path that no longer plays")
    add("passing", "path that plays again")
    let isWorse =
      change["found"]?.array?.isEmpty == false || change["failing"]?.array?.isEmpty == false
    return AgentAnswer(
      text, data: change,
      next: isWorse ? "flow_undo takes it back" : "flow_check says what is left")
  }
}

extension JSONValue {
  /// An object with another value for a key.
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    .object((members ?? []).filter { $0.key != key } + [Member(key: key, value: value)])
  }
}
