internal import Diagnostics
package import FlowEdit
internal import FlowModel
internal import FlowTexts

/// Texts of another program that go into the file of a language: what is new or changed is written,
/// everything else stays byte by byte.
package struct TextImport: Sendable {
  /// The changed file. Nil if nothing changes.
  package private(set) var file: FlowEdit.File?
  /// How many texts are new, changed, said to fit their words, and as they were.
  package private(set) var added = 0
  package private(set) var changed = 0
  package private(set) var signed = 0
  /// How many of these, or of those as they were, have to be looked at again.
  package private(set) var due = 0
  package private(set) var same = 0
  /// The texts of which the file of the language says something else, by their keys.
  package private(set) var differing: [String] = []
  /// The texts whose words have changed since they were exported, by their keys. They are written,
  /// and older than the words.
  package private(set) var outdated: [String] = []
  /// The texts that translate nothing, by their keys. They are not written.
  package private(set) var unknown: [String] = []
  /// How many texts nobody has translated yet: without words, or with some that are not to be
  /// taken.
  package private(set) var untranslated = 0
  /// The texts that have only blanks for a translation, by their keys. They are not written.
  package private(set) var blank: [String] = []
  /// The texts that are there again, and say something else, by their keys. They are not written.
  package private(set) var repeated: [String] = []

  private let translation: Translation
  private var places: TextPlaces
  private var changes: [TextsDraft.Change] = []

  /// - Parameter isThere: whether the language has a file.
  package init(
    _ units: [TextUnit], into translation: Translation, isThere: Bool
  ) throws(EditRefusal) {
    self.translation = translation
    places = TextPlaces(translation)
    let source = translation.file.source
    for unit in unique(units) {
      guard unit.target != nil else {
        untranslated += 1
        continue
      }
      guard let item = places.item(of: unit) else {
        unknown.append(unit.key)
        continue
      }
      add(unit, item)
    }
    guard !changes.isEmpty else { return }
    guard isThere else {
      file = TextsDraft.new(changes, order: places.order, in: source.path)
      return
    }
    var draft = try TextsDraft(source, order: places.order)
    try draft.set(changes)
    file = draft.file.before == draft.file.after ? nil : draft.file
  }

  /// The units without those that are there again. A translation counts before none, and the first
  /// one before others.
  private mutating func unique(_ units: [TextUnit]) -> [TextUnit] {
    var all: [TextUnit] = []
    // In a list, the same key may be of other words: those that another file was made of.
    var places: [[String?]: Int] = [:]
    for unit in units {
      guard let place = places[[unit.key, unit.source]] else {
        places[[unit.key, unit.source]] = all.count
        all.append(unit)
        continue
      }
      let first = all[place]
      if !first.isTranslated {
        all[place] = unit
      } else if unit.isTranslated, unit.target != first.target {
        repeated.append(unit.key)
      }
    }
    return all
  }

  private mutating func add(_ unit: TextUnit, _ item: Translation.Item) {
    guard let target = unit.target else { return }
    let isCurrent = unit.source == nil || unit.source == item.text.text
    let now = item.text.fingerprint
    if let entry = item.entry, entry.text == target {
      switch unit.state {
      case .fits where isCurrent && item.isOlder && unit.source != nil:
        signed += 1
        differing.append(unit.key)
        write(target, of: now, item)
      // What was said to fit has to be looked at again.
      case .due where isCurrent && !item.isOlder, .untranslated where isCurrent && !item.isOlder:
        due += 1
        write(target, of: nil, item)
      case .fits, .due, .untranslated, .unsaid: same += 1
      }
      return
    }
    // What nobody has translated is no text.
    guard unit.state != .untranslated else {
      untranslated += 1
      return
    }
    // A button without words would be one that nobody can read.
    guard !target.allSatisfy(\.isWhitespace) else {
      blank.append(unit.key)
      return
    }
    if item.entry == nil { added += 1 } else { changed += 1 }
    differing.append(unit.key)
    if !isCurrent { outdated.append(unit.key) }
    let words = unit.source.map { FlowText.fingerprint(of: $0) }
    guard unit.state == .due else { return write(target, of: words, item) }
    due += 1
    // A fingerprint of other words also says that it is to be looked at.
    write(target, of: isCurrent ? item.entry?.of.flatMap { $0 == now ? nil : $0 } : words, item)
  }

  private mutating func write(_ text: String, of fingerprint: String?, _ item: Translation.Item) {
    let value: EditValue =
      fingerprint.map { of in
        .mapping([EditValue.Pair("of", .text(of)), EditValue.Pair("text", .text(text))])
      } ?? .text(text)
    changes.append(TextsDraft.Change(places.keys(of: item), value))
  }
}
