import Diagnostics
import FlowEdit
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// Each text of a flow that can be changed, changed to random texts.
@Suite struct EditedTextsTests {
  private static let texts = [
    "Plain words", "*a", "Note: x", " leading", "trailing ", "a # b", "#x", "yes", "No", "null",
    "1.10", "it's", "\"quoted\"", "- x", "[x]", "a, b", "x]", "ütf — dash", "🎉", "100 %", "@x",
    "`x`",
    "!tag", "&a", "%x", "| x", "> x", "? x", ": x", "x:", "'", "\"", "\\", "a  b", "~", "a\tb",
    "on",
    "It is a long text with many words that has to be wrapped where the one before it was wrapped, "
      + "since nobody likes to read a line of a hundred and fifty columns; it's so",
    "--- x", "...", "a: b: c", "x #y", "x# y", "?", "-", "0x1F", "1e3", "12:30", "=", "<<", ",",
    "a,",
  ]
  /// Those whose values people edit as texts.
  private static let keys: Set<String> = [
    "title", "outline", "summary", "goal", "actor", "slip", "screen", "prompt", "determine",
    "validate", "execute", "system", "os", "user", "outside", "note", "case", "event", "why",
    "does",
    "because", "about",
  ]
  private static let lists: Set<String> = [
    "preconditions", "postconditions", "documentation", "tests", "notes", "buttons",
  ]
  private static let amount = sampleSize("EDITED_TEXTS", or: 300)

  private struct Change {
    let file: SourceFile
    let place: EditPlace
    let key: String
    /// The index in a list.
    let index: Int?
    let old: EditValue
  }

  private static func changes(of files: [SourceFile]) throws -> [Change] {
    try files.flatMap { file in
      let text = try YAMLText(file)
      return text.places.flatMap { place -> [Change] in
        guard case .mapping(let pairs)? = text.value(of: place) else { return [] }
        return pairs.flatMap { pair -> [Change] in
          switch pair.value {
          case .text where keys.contains(pair.key):
            return [Change(file: file, place: place, key: pair.key, index: nil, old: pair.value)]
          case .list(let items) where lists.contains(pair.key):
            return items.indices.map {
              Change(file: file, place: place, key: pair.key, index: $0, old: pair.value)
            }
          case .text, .list, .mapping: return []
          }
        }
      }
    }
  }

  /// What a flow shows for a key of a place, as far as it has a name for it.
  private static func shown(_ change: Change, in bytes: [UInt8]) throws -> String? {
    let result = FlowLoader().load([SourceFile(path: change.file.path, bytes: bytes)])
    let flow = try #require(result.flows.first, "\(change.place) \(change.key)")
    switch (change.place, change.key) {
    case (.file, "title"): return flow.title
    case (.section(let id), "title"): return flow.sections.first { $0.id == id }?.title
    case (.step(let id), "note"): return flow.step(id)?.note
    case (.step(let id), "screen"), (.step(let id), "system"): return flow.step(id)?.subject
    case (.row(let id), "user"), (.row(let id), "case"): return flow.row(id)?.label
    default: return nil
    }
  }

  private func check(_ change: Change, _ new: String) throws {
    var value = EditValue.text(new)
    if let index = change.index, case .list(var items) = change.old {
      items[index] = .text(new)
      value = .list(items)
    }
    guard value != change.old else { return }
    let sample = Sample(change.file)
    let name = "\(change.file.path) \(change.place) \(change.key): \(new)"
    let file = try sample.edit(.set(change.place, key: change.key, value))
    let (before, after) = (try #require(file.before), try #require(file.after))
    // One place changes, which is the text as it is written.
    #expect(file.edits.count == 1, "\(name)")
    let edit = try #require(file.edits.first)
    let removed = String(decoding: before[edit.range], as: UTF8.self)
    #expect(!removed.contains("#") || change.old.contains("#"), "\(name): \(removed)")
    let lines = removed.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(lines <= 3 + removed.count / 60, "\(name): \(removed)")
    if lines == 1 { #expect(!edit.text.contains("\n"), "\(name)") }
    // It says what it should, and nothing else does.
    let text = try YAMLText(SourceFile(path: change.file.path, bytes: after))
    #expect(text.value(of: change.place)?[change.key] == value, "\(name)")
    if let shown = try Self.shown(change, in: after) { #expect(shown == new, "\(name)") }
  }

  @Test("A changed text of one of our flows changes its line and nothing else")
  func own() throws {
    var random = SplitMix(seed: 1)
    let all = try Self.changes(of: Sample.own)
    for _ in 0..<Self.amount / 2 { try check(random.pick(all), random.pick(Self.texts)) }
  }

  @Test("A changed text of a random flow with comments changes its line and nothing else")
  func random() throws {
    var random = SplitMix(seed: 2)
    for seed in 0..<UInt64(max(Self.amount / 100, 4)) {
      let all = try Self.changes(of: Sample.random(seed: seed))
      for _ in 0..<50 { try check(random.pick(all), random.pick(Self.texts)) }
    }
  }
}

extension EditValue {
  fileprivate func contains(_ text: String) -> Bool {
    switch self {
    case .text(let own): own.contains(text)
    case .list(let items): items.contains { $0.contains(text) }
    case .mapping(let pairs): pairs.contains { $0.value.contains(text) }
    }
  }
}
