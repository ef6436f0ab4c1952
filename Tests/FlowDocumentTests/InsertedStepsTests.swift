import Diagnostics
import FlowDocument
import FlowEdit
import FlowModel
import TestSupport
import Testing

/// Steps that are put between others of generated documents.
@Suite struct InsertedStepsTests {
  static let words = "counts the sheep"

  @Test(
    "A step between others of a generated document changes the numbers after it and nothing else",
    arguments: PlanForm.allCases)
  func generated(form: PlanForm) throws {
    var (count, all) = (0, 0)
    let place = PlanForm.allCases.firstIndex(of: form) ?? 0
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in turns(1, of: 3, from: place + number) {
        all += 1
        var text = form.document(Plan(seed: UInt64(number * 3 + seed)), in: tongue)
        if seed == 1 { text = text.replacing("\n", with: "\r\n") }
        if seed == 2 { text = "\u{FEFF}" + text }
        let file = document(text, "uc4.\(form.style.ending)")
        let flow = try #require(DocumentImport(DocumentText.file(file)).flows.first)
        let loaded = try #require(flow.loaded)
        let steps = loaded.steps.filter { !$0.isLine }
        try #require(!steps.isEmpty, "\(text)")
        let step = steps[min(seed + number % 2, steps.count - 1)]
        let operation = EditOperation.insert(["system": .text(Self.words)], before: step.id)
        let change = try DocumentChange(file, of: flow.id)
        let names = try change.renumbered(by: operation)
        let edit: FlowEdit.File
        do {
          edit = try change.edit(operation) { _ in nil }
        } catch {
          #expect(error.message.contains("change it in the document"), "\(error.message)")
          // Without a step of the system, nothing says which column is its own.
          let isKnown = form != .sides || steps.contains { $0.activity == .system }
          #expect(!isKnown, "\(tongue.name) \(step.id): \(error.message)\n\(text)")
          continue
        }
        count += 1
        let after = try #require(edit.after)
        #expect(edit.inverse.after == file.bytes)
        #expect(
          after.count { $0 == 0x0D } == (seed == 1 ? after.count { $0 == 0x0A } : 0),
          "the ends of lines")
        try expectRenumbered(
          form.lines(file.bytes), form.lines(after), names, lines: form.lineCount)
        let now = SourceFile(path: file.path, bytes: after)
        let read = try #require(DocumentImport(DocumentText.file(now)).flows.first?.loaded)
        try expectInserted(loaded, read, before: step.id, names)
      }
    }
    #expect(count >= (form == .sides ? all - 1 : all), "of \(all) documents, \(count) were edited")
  }

  @Test("A damaged document is edited or refused", arguments: PlanForm.allCases)
  func damaged(form: PlanForm) throws {
    var random = SplitMix(seed: 7)
    var count = 0
    for seed in 0..<20 {
      let tongue = LanguagesTests.Tongue.all[seed % LanguagesTests.Tongue.all.count]
      var bytes = Array(form.document(Plan(seed: UInt64(seed)), in: tongue).utf8)
      for _ in 0..<(1 + random.next(4)) {
        let start = random.next(bytes.count)
        let end = min(bytes.count, start + random.next(12))
        bytes.replaceSubrange(
          start..<end,
          with: Array(random.pick(["<", "|", "\n", "2", "</li>", "<ol>", "\r", "é"]).utf8))
      }
      let file = SourceFile(path: "uc4.\(form.style.ending)", bytes: bytes)
      for flow in DocumentImport(DocumentText.file(file)).flows {
        guard let step = flow.loaded?.steps.first(where: { !$0.isLine }),
          let change = try? DocumentChange(file, of: flow.id)
        else { continue }
        let operation = EditOperation.insert(["system": .text(Self.words)], before: step.id)
        guard let edit = try? change.edit(operation, refusal: { _ in nil }) else { continue }
        count += 1
        #expect(edit.inverse.after == bytes)
      }
    }
    #expect(count > 0)
  }

  @Test("A step between others of a team's document is one more step of its flow, or is refused")
  func habits() throws {
    var (done, all) = (0, 0)
    for team in try TeamDocument.twelfths(1) {
      let file = SourceFile(path: team.name, bytes: team.bytes)
      for flow in DocumentImport(DocumentText.file(file)).flows {
        // `2-4a` is about the new step as well, and `2` may be the second alternative.
        guard let loaded = flow.loaded,
          !loaded.rows.contains(where: { $0.reference.contains { "(#".contains($0) } }),
          let change = try? DocumentChange(file, of: flow.id)
        else { continue }
        // Another one in every flow.
        let first = all % 3
        for step in loaded.steps.dropFirst(first).prefix(sampleSize("TEAM_EDITS", or: 1))
        where !step.isLine {
          let operation = EditOperation.insert(["system": .text(Self.words)], before: step.id)
          all += 1
          guard let names = try? change.renumbered(by: operation),
            let after = try? change.edit(operation, refusal: { _ in nil }).after
          else { continue }
          done += 1
          let now = SourceFile(path: team.name, bytes: after)
          let flows = DocumentImport(DocumentText.file(now)).flows
          let read = try #require(
            flows.first { $0.id == flow.id }?.loaded, "\(team.name) \(step.id)")
          try expectInserted(loaded, read, before: step.id, names, "\(team.name) \(step.id)")
        }
      }
    }
    #expect(done * 100 > all * 50, "\(done) of \(all)")
  }

  /// A word with the number that a step gets.
  private func renamed(_ word: String, _ names: [String: String]) -> String {
    let head = word.prefix { $0.isNumber || $0 == "." }
    return names[String(head)].map { $0 + word.dropFirst(head.count) } ?? word
  }

  /// Without the lines that came, and with the numbers that were, it is the document that was.
  private func expectRenumbered(
    _ old: [String], _ new: [String], _ names: [String: String], lines count: Int
  ) throws {
    func plain(_ lines: [String]) -> [String] { lines.map { $0.filter { !$0.isNumber } } }
    let difference = plain(new).difference(from: plain(old))
    try #require(difference.removals.isEmpty, "\(difference)")
    #expect(difference.insertions.count == count, "\(difference)")
    let added = difference.insertions.map { change in
      guard case .insert(let offset, _, _) = change else { return -1 }
      return offset
    }
    let kept = new.enumerated().filter { !added.contains($0.offset) }.map(\.element)
    #expect(kept.count == old.count)
    for (line, other) in zip(old, kept) {
      func words(_ line: String) -> [String] {
        line.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map { word in
          String(word.last == "." ? word.dropLast() : word)
        }.filter { $0.contains(where: \.isNumber) }
      }
      let pairs = zip(words(line), words(other))
      #expect(
        pairs.allSatisfy { $0 == $1 || renamed($0, names) == $1 }, "\(line)\n\(other)")
    }
  }

  /// The steps, one more, in the words that they had, and all that leads to them.
  func expectInserted(
    _ old: Flow, _ new: Flow, before id: String, _ names: [String: String], _ told: String = ""
  ) throws {
    func words(_ flow: Flow) -> [String] {
      flow.steps.map { $0.subject.filter { !$0.isNumber } }
    }
    var wanted = words(old)
    let index = try #require(old.steps.firstIndex { $0.id == id })
    wanted.insert(Self.words, at: index)
    #expect(words(new) == wanted, "\(told)")
    #expect(new.steps.map(\.id)[index] == id, "\(told)")
    func rows(_ flow: Flow, _ names: [String: String], to id: String) -> [String] {
      flow.rows.map { row in
        let next = row.next?.description ?? ""
        let label = row.label.filter { !$0.isNumber }
        return "\(renamed(row.reference, names)) \(label) \(next == id ? id : renamed(next, names))"
      }
    }
    // An alternative may be placed at the new step by its words.
    let added = new.rows.filter {
      $0.step.id == id && $0.step.subject == Self.words && $0.kind == .own
    }
    let kept = rows(new, [:], to: id).enumerated().filter { place, _ in
      !added.contains { new.rows[place].reference == $0.reference }
    }.map(\.element)
    #expect(kept.sorted() == rows(old, names, to: id).sorted(), "\(told)")
  }
}
