import Diagnostics
import FlowEdit
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTexts
import FlowTranslation
import TestSupport
import Testing

/// Random flows with every key of the language, and random texts for them.
@Suite struct RandomTextsTests {
  private static let count = sampleSize("TRANSLATED_FLOWS", or: 16)

  private static func translation(_ yaml: String, _ catalogue: Catalogue) -> Translation {
    Translation(TextsFile(SourceFile("Flows/texts/et.yaml", text: yaml)), of: catalogue.flows)
  }

  private static func flows(_ seed: UInt64) throws -> Catalogue {
    try RandomCatalogue.load(seed: seed, kind: .everything)
  }

  @Test("Each text has the state that was made for it, and nothing else is found")
  func states() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(Self.count) {
      let flows = try Self.flows(seed)
      let texts = RandomTexts(flows, seed: seed)
      let found = Self.translation(texts.yaml, flows)
      #expect(found.file.diagnostics.isEmpty, "seed \(seed): \(found.file.diagnostics)")
      #expect(found.unused.isEmpty && found.repeated.isEmpty, "seed \(seed)")
      var findings = 0
      for item in found.items {
        let (state, words) = try #require(texts.states[item.text.key], "seed \(seed)")
        counts["\(state)", default: 0] += 1
        switch state {
        case .missing: #expect(item.entry == nil, "seed \(seed): \(item.text.key)")
        case .used: #expect(item.isUsed && !item.isNew, "seed \(seed): \(item.text.key)")
        case .unsigned: #expect(item.isUsed && item.isNew, "seed \(seed): \(item.text.key)")
        case .older:
          #expect(!item.isUsed && item.isOlder, "seed \(seed): \(item.text.key)")
          findings += 1
        case .otherValues:
          #expect(!item.isUsed && !item.admits, "seed \(seed): \(item.text.key)")
          findings += 1
        }
        if item.isUsed { #expect(item.entry?.text == words, "seed \(seed): \(item.text.key)") }
      }
      let own = found.diagnostics.filter { $0.rule != .textMissing && $0.severity > .note }
      #expect(own.count == findings, "seed \(seed)")
    }
    #expect(counts.count == 5, "\(counts)")
  }

  @Test("A translated flow says what its language says, and is the same flow in all else")
  func translated() throws {
    for seed in 0..<UInt64(Self.count) {
      let flows = try Self.flows(seed)
      let texts = RandomTexts(flows, seed: seed)
      let found = Self.translation(texts.yaml, flows)
      // As an app gets them.
      let read = try Texts(found.texts.file(of: flows))
      let translated = flows.translated(by: read)
      for (flow, other) in zip(flows.flows, translated.flows) {
        #expect(flow.texts.map(\.key) == other.texts.map(\.key), "seed \(seed)")
        for (text, now) in zip(flow.texts, other.texts) {
          let (state, words) = try #require(texts.states[text.key])
          // What an input is called is not its name.
          guard !text.slot.hasPrefix("input ") else { continue }
          let isUsed = state == .used || state == .unsigned
          #expect(now.text == (isUsed ? words : text.text), "seed \(seed): \(text.key)")
        }
        for (step, now) in zip(flow.steps, other.steps) {
          for reading in [Reading.written, .meant] {
            #expect(StepMark(step, reading) == StepMark(now, reading), "seed \(seed): \(step)")
            #expect(step.rows(reading).map(\.outcome) == now.rows(reading).map(\.outcome))
          }
        }
        #expect(other.source == flow)
      }
      for reading in [Reading.written, .meant] {
        let program = flows.compiled(as: reading)
        #expect(
          program.isLike(translated.compiled(as: reading)), "seed \(seed)")
      }
    }
  }

  @Test("New ids and names of flows, sections, steps and rows take their texts with them")
  func renaming() throws {
    var made = 0
    for seed in 10..<UInt64(10 + Self.count / 2) {
      var random = SplitMix(seed: seed)
      var files = RandomCatalogue.texts(seed: seed, kind: .everything).enumerated().map {
        SourceFile("\($0.element.split(separator: "\n")[0].dropFirst(6)).yaml", text: $0.element)
      }
      var texts = SourceFile(
        "Flows/texts/et.yaml",
        text: RandomTexts(FlowLoader().load(files).readable, seed: seed, isPlain: true).yaml)
      for _ in 0..<6 {
        let editable = EditableFlows(flows: files, texts: [texts])
        let flow = random.pick(editable.result.readable.flows)
        guard let operation = Self.operation(flow, &random),
          let edit = try? editable.edit(operation, in: flow.path)
        else { continue }
        made += 1
        for file in edit.files {
          let after = SourceFile(path: file.path, bytes: file.after ?? [])
          if file.path == texts.path { texts = after }
          for index in files.indices where files[index].path == file.path { files[index] = after }
        }
        let now = FlowLoader().load(files).readable
        let found = Translation(TextsFile(texts), of: now.flows)
        let lost = (found.unused + found.repeated).map { "\($0.flow):\($0.part ?? "") \($0.slot)" }
        #expect(lost.isEmpty, "seed \(seed): \(operation)")
        var missing = found.items.filter { !$0.isUsed }.map(\.text.text)
        if case .insert = operation { missing.removeAll { $0 == "does something new" } }
        #expect(missing.isEmpty, "seed \(seed): \(operation)")
        if case .insert = operation { break }
      }
    }
    #expect(made > Self.count / 2, "\(made)")
  }

  private static func operation(_ flow: Flow, _ random: inout SplitMix) -> EditOperation? {
    switch random.next(6) {
    case 0: return .renameName(.flow(flow.id), to: "New\(random.next(1000))")
    case 1:
      let sections = flow.sections.filter { $0.extensionRow == nil && !$0.id.isEmpty }
      return sections.randomElement(using: &random).map {
        .rename(.section($0.id), to: "\(50 + random.next(40))")
      }
    case 2:
      let names = (flow.steps.map(\.name) + flow.rows.map(\.name)).compactMap(\.self)
      return names.randomElement(using: &random).map {
        .renameName(.name(flow: flow.id, $0), to: "new\(random.next(1000))")
      }
    case 3:
      let rows = flow.rows.filter { $0.kind != .own && $0.kind != .extension && !$0.isAnywhere }
      return rows.randomElement(using: &random).map {
        .rename(.row($0.reference), to: "\($0.step.id)z")
      }
    case 4:
      let value = EditValue.mapping([EditValue.Pair("system", "does something new")])
      let steps = flow.steps
      return steps.randomElement(using: &random).map { .insert(value, before: $0.id) }
    default:
      return flow.steps.randomElement(using: &random).map {
        let prefix = $0.section.id.isEmpty ? "" : $0.section.id + "."
        return .rename(.step($0.id), to: "\(prefix)\(90 + random.next(9))")
      }
    }
  }

  @Test("What is exported comes back without the change of a byte, in every format")
  func roundTrip() throws {
    for seed in 0..<UInt64(Self.count) {
      let flows = try Self.flows(seed)
      let found = Self.translation(RandomTexts(flows, seed: seed).yaml, flows)
      let keys = found.items.map(\.text.key)
      let xliff = try XLIFF.read(Array(XLIFF.text(found, source: "en").utf8))
      let catalog = try StringCatalog.read(Array(StringCatalog.text([found], source: "en").utf8))
      let android = try AndroidStrings.read(
        Array(AndroidStrings.text(found, inLanguage: true).utf8), of: "et",
        translated: Array(AndroidStrings.text(found, inLanguage: false).utf8), keys: keys)
      let signed = TextUnits(language: "et", units: Self.signed(android, found))
      for units in xliff + catalog + [signed] {
        #expect(units.language == "et")
        let made = try TextImport(units.units, into: found, isThere: true)
        #expect(made.file == nil && made.changed == 0 && made.added == 0, "seed \(seed)")
        #expect(made.unknown.isEmpty && made.outdated.isEmpty, "seed \(seed)")
      }
      #expect(xliff.flatMap(\.units) == found.units.map { Self.plain($0) }, "seed \(seed)")
    }
  }

  /// A unit without a translation has no state.
  private static func plain(_ unit: TextUnit) -> TextUnit {
    TextUnit(
      key: unit.key, source: unit.source, target: unit.target,
      state: unit.target == nil ? .fits : unit.state)
  }

  /// Android has no states: what is there is taken to fit.
  private static func signed(_ units: TextUnits, _ found: Translation) -> [TextUnit] {
    let unsigned = Set(found.items.filter(\.isNew).map(\.text.key))
    return units.units.filter { !unsigned.contains($0.key) }
  }

  @Test("All texts of a new language are written in the order of the flows, and all are used")
  func newLanguage() throws {
    for seed in 0..<UInt64(Self.count) {
      let flows = try Self.flows(seed)
      var random = SplitMix(seed: seed)
      let empty = Translation(TextsFile(beginning: "Flows/texts/fr.yaml"), of: flows.flows)
      let units = empty.units.map {
        TextUnit(key: $0.key, source: $0.source, target: "f" + ($0.source ?? ""))
      }
      let made = try TextImport(units.shuffled(using: &random), into: empty, isThere: false)
      let bytes = try #require(made.file?.after)
      let found = Translation(
        TextsFile(SourceFile(path: "Flows/texts/fr.yaml", bytes: bytes)), of: flows.flows)
      #expect(found.items.allSatisfy { $0.isUsed && !$0.isNew }, "seed \(seed)")
      #expect(found.unused.isEmpty && found.repeated.isEmpty, "seed \(seed)")
      let order = found.file.names.filter { $0.part == nil }.map(\.flow)
      #expect(order == flows.flows.map(\.id).filter(order.contains), "seed \(seed)")
    }
  }
}
