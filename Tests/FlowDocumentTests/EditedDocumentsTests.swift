import Diagnostics
import FlowDocument
import FlowEdit
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// Documents that are edited where they stand: a random place gets a random text or target. The
/// document differs in the lines of that place, its flow in that text, and the way back gives the
/// same bytes.
@Suite struct EditedDocumentsTests {
  /// A text or a target of a flow.
  struct Spot {
    let flow: String
    let place: EditPlace
    let key: String
    let old: String
  }

  private static let texts: Set<String> = [
    "screen", "system", "user", "outside", "determine", "validate", "execute", "await", "case",
    "event", "result", "error", "next",
  ]

  /// The places of a document that can be edited.
  func spots(_ file: SourceFile) throws -> [Spot] {
    try DocumentImport(DocumentText.file(file)).flows.flatMap { flow -> [Spot] in
      let text = try YAMLText(SourceFile(path: "f.yaml", bytes: Array(flow.yaml.utf8)))
      return text.places.flatMap { place -> [Spot] in
        guard case .mapping(let pairs)? = text.value(of: place) else { return [] }
        return pairs.compactMap { pair in
          Self.texts.contains(pair.key)
            ? pair.value.text.map { Spot(flow: flow.id, place: place, key: pair.key, old: $0) }
            : nil
        }
      }
    }
  }

  /// Makes an edit and looks at what it leaves. Returns the refusal if there is one.
  func edit(
    _ file: SourceFile, _ spot: Spot, _ new: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> EditRefusal? {
    let operation = EditOperation.set(spot.place, key: spot.key, .text(new))
    let edit: FlowEdit.File
    do {
      edit = try DocumentChange(file, of: spot.flow).edit(operation) { _ in nil }
    } catch { return error }
    let after = try #require(edit.after)
    let told = "\(file.path) \(spot.place) \(spot.key): \(spot.old) => \(new)"
    // The way back.
    #expect(edit.inverse.after == file.bytes, "\(told)", sourceLocation: sourceLocation)
    let text = DocumentText.file(SourceFile(path: file.path, bytes: after))
    let isText = edit.shown == nil
    #expect(
      !isText || edit.inverse.edits.apply(to: after) == file.bytes, "\(told)",
      sourceLocation: sourceLocation)
    // The lines.
    let (old, now) = (
      lines(isText ? file.bytes : DocumentText.file(file).bytes),
      lines(isText ? after : text.bytes)
    )
    let difference = now.difference(from: old)
    // A wrapped sentence whose words change in two of its lines becomes one line.
    #expect(
      (1...3).contains(difference.removals.count)
        && (1...difference.removals.count).contains(difference.insertions.count),
      "\(told)\n\(difference)", sourceLocation: sourceLocation)
    // The flow, as the loader reads it.
    let before = DocumentImport(DocumentText.file(file)).flows
    let flows = DocumentImport(text).flows
    #expect(flows.map(\.id) == before.map(\.id), "\(told)", sourceLocation: sourceLocation)
    for (was, now) in zip(before, flows) {
      guard was.id == spot.flow else {
        #expect(was.yaml == now.yaml, "\(told)", sourceLocation: sourceLocation)
        continue
      }
      let made = SourceFile(path: "\(was.id).yaml", bytes: Array(was.yaml.utf8))
      let other = Model(try loaded(now))
      var flow = try wanted(was, made, [operation])
      if Model(flow) != other, ["case", "title"].contains(spot.key) {
        // A case of several steps is one line of the document.
        let others = try spots(file).filter { $0.key == spot.key && $0.old == spot.old }
        flow = try wanted(
          was, made,
          others.map { .set($0.place, key: $0.key, .text(new)) }
            + (was.yaml.contains("title: \(spot.old)\n")
              ? sections(was, named: spot.old).map { .set($0, key: "title", .text(new)) } : []))
      }
      let one = Model(flow)
      #expect(one.header == other.header, "\(told)", sourceLocation: sourceLocation)
      if spot.key == "next" {
        #expect(
          targets(flow) == targets(try loaded(now)), "\(told)", sourceLocation: sourceLocation)
        // The words of no other row.
        let changed = zip(one.rows, other.rows).count { $0 != $1 }
        #expect(changed <= 1, "\(told)", sourceLocation: sourceLocation)
      } else if now.reading.guessedPlaces.isEmpty {
        #expect(one == other, "\(told)", sourceLocation: sourceLocation)
      } else {
        // The step that an alternative was placed at may be another one now.
        #expect(
          one.rows.sorted() == other.rows.sorted(), "\(told)", sourceLocation: sourceLocation)
      }
    }
    return nil
  }

  private func wanted(
    _ flow: DocumentImport.Flow, _ made: SourceFile, _ operations: [EditOperation]
  ) throws -> Flow {
    let file = SourceFile(
      path: flow.fileName, bytes: try #require(try made.changed(by: operations).after))
    return try #require(FlowLoader().load([file]).flows.first)
  }

  /// The sections with a title.
  private func sections(_ flow: DocumentImport.Flow, named title: String) -> [EditPlace] {
    (flow.loaded?.sections ?? []).filter { $0.title == title }.map { .section($0.id) }
  }

  func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private func targets(_ flow: Flow) -> [String] {
    flow.rows.map { "\($0.reference) \($0.next?.description ?? "")" }
  }

  static let plain = [
    "card", "Über", "two forms", "the list", "it's", "100%", "é", "«now»",
  ]
  static let marked = ["a|b", "x < y", "A & B", "*star*", "`tick`", "[it]", "back\\slash"]

  /// The text with one word in place of another one, or with another one after it.
  func changed(_ text: String, _ words: [String], _ random: inout SplitMix) -> String {
    var parts = text.split(separator: " ").map(String.init)
    let index = random.next(parts.count)
    if parts.count > 1, index > 0, random.next(2) == 0 {
      parts[index] = random.pick(words)
    } else {
      parts.insert(random.pick(words), at: index + 1)
    }
    if random.next(4) == 0 { parts.append(random.pick(words)) }
    return parts.joined(separator: " ")
  }

  // MARK: Generated documents

  @Test(
    "Words of a generated document change in their line, in every style and language",
    arguments: PlanStyle.allCases)
  func words(style: PlanStyle) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      var random = SplitMix(seed: UInt64(number))
      let file = document(
        Plan(seed: UInt64(number)).document(style, in: tongue), "uc4.\(style.ending)")
      let spots = try spots(file).filter { $0.key != "next" && !isTarget($0.old, tongue) }
      try #require(spots.count > 2, "\(file.text)")
      for turn in turns(1, of: 2, from: number) {
        let words = turn == 0 ? Self.plain : Self.marked
        let spot = random.pick(spots)
        let text = changed(spot.old, words, &random)
        let refusal = try edit(file, spot, text)
        let told = "\(tongue.name) \(spot.place) \(spot.old) => \(text)"
        #expect(
          refusal == nil || words == Self.marked && !style.escapesMarks,
          "\(told): \(refusal?.message ?? "")\n\(file.text)")
      }
    }
  }

  @Test(
    "Targets of a generated document change in their line, in every style and language",
    arguments: PlanStyle.allCases)
  func targets(style: PlanStyle) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      var random = SplitMix(seed: UInt64(number + 8))
      let file = document(
        Plan(seed: UInt64(number)).document(style, in: tongue), "uc4.\(style.ending)")
      let isTable = [.table, .asciiDocTable, .htmlTable].contains(style)
      let spots = try spots(file).filter { $0.key == "next" }
      for _ in turns(1, of: 2, from: 0) {
        let spot = random.pick(spots)
        let first = isTable ? "1.1" : "1"
        let new = spot.old == first ? "end" : first
        let refusal = try edit(file, spot, new)
        let told = "\(tongue.name) \(spot.place) \(spot.old) => \(new)"
        #expect(refusal == nil, "\(told): \(refusal?.message ?? "")\n\(file.text)")
      }
    }
  }

  func isTarget(_ text: String, _ tongue: LanguagesTests.Tongue) -> Bool {
    text.contains { $0.isNumber } || tongue.ends.hasSuffix(text)
      || tongue.resumes.replacing("%", with: "").hasPrefix(text)
  }

  /// Whether a refusal says what would be otherwise, and not the same words twice.
  func hasReason(_ refusal: EditRefusal) -> Bool {
    let words = refusal.message.split(separator: "`", omittingEmptySubsequences: false)
    // Alternative `1` may be at step `1`.
    let isAt = words.count > 5 && words[5] == "at"
    let isTwice =
      words.count > 3 && words[1] == words[3] && words[2] == " would say " && !isAt
    return !isTwice && !refusal.message.hasPrefix("it;")
  }

  // MARK: The habits of other teams

  @Test(
    "A random word and a random target of a team's document change in their line, or are refused")
  func habits() throws {
    var done: [Bool: Int] = [:]
    var all: [Bool: Int] = [:]
    for team in try TeamDocument.twelfths(0) {
      let file = SourceFile(path: team.name, bytes: team.bytes)
      var random = SplitMix(seed: team.seed)
      let spots = try spots(file)
      for _ in 0..<sampleSize("TEAM_EDITS", or: 1) {
        let spot = random.pick(spots)
        let isTarget = spot.key == "next"
        let new =
          isTarget ? spot.old == "end" ? "1" : "end" : changed(spot.old, Self.plain, &random)
        all[isTarget, default: 0] += 1
        if let refusal = try edit(file, spot, new) {
          #expect(refusal.message.contains(team.name), "\(refusal.message)")
          #expect(hasReason(refusal), "\(refusal.message)")
        } else {
          done[isTarget, default: 0] += 1
        }
      }
    }
    // The others would lose their meaning: a sentence that says a target, a name of an example.
    #expect(done[false, default: 0] * 100 > all[false, default: 0] * 80, "\(done) of \(all)")
    #expect(done[true, default: 0] * 100 > all[true, default: 0] * 65, "\(done) of \(all)")
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
