internal import FlowTexts

/// Finds the text that each translation is of: by the name or id of its part, and in a list by the
/// words that it translates, so that another order of buttons is no mistake.
struct EntryMatch {
  private struct Place: Hashable {
    let flow: String
    let part: String?
    let slot: String
  }

  private let texts: [FlowText]
  private let entries: [TextsFile.Entry]
  /// The texts at a place; in a list all of them.
  private var places: [Place: [Int]] = [:]
  /// The entry of each text, by indices.
  private(set) var found: [Int: Int] = [:]
  /// Entries of texts that another entry, before them, translates too.
  private(set) var repeated: [Int] = []
  /// Entries of nothing.
  private(set) var unused: [Int] = []

  init(_ texts: [FlowText], _ entries: [TextsFile.Entry]) {
    (self.texts, self.entries) = (texts, entries)
    for (index, text) in texts.enumerated() {
      for part in [text.part, text.id ?? text.part] {
        let place = Place(flow: text.flow, part: part, slot: EntryMatch.list(text.slot))
        if places[place]?.last != index { places[place, default: []].append(index) }
      }
    }
    // By the first text of the list, since its part has an id and a name.
    var lists: [Int: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      let slot = EntryMatch.list(entry.slot)
      let place = Place(flow: entry.flow, part: entry.part, slot: slot)
      guard let text = places[place]?.first, texts[text].slot == entry.slot || slot != entry.slot
      else {
        unused.append(index)
        continue
      }
      if slot != entry.slot {
        lists[text, default: []].append(index)
      } else if found[text] == nil {
        found[text] = index
      } else {
        repeated.append(index)
      }
    }
    for (first, list) in lists.sorted(by: { $0.key < $1.key }) { match(list, first) }
    unused.sort()
  }

  /// `button` of `button 2`. A text that is in no list stays as it is.
  private static func list(_ slot: String) -> String { FlowText.list(slot) ?? slot }

  /// Finds the texts of the entries of a list: first where number and words agree, then by the
  /// words, and of what is left by the number.
  private mutating func match(_ list: [Int], _ first: Int) {
    let text = texts[first]
    let place = Place(flow: text.flow, part: text.part, slot: EntryMatch.list(text.slot))
    let all = places[place] ?? []
    var left = list
    for (bySlot, byWords) in [(true, true), (false, true), (true, false)] {
      var rest: [Int] = []
      for entry in left {
        let fitting = all.first { text in
          found[text] == nil && (!bySlot || isSlot(entry, text)) && (!byWords || isOf(entry, text))
        }
        if let fitting { found[fitting] = entry } else { rest.append(entry) }
      }
      left = rest
    }
    // By its id and by its name, or of an entry of the list that is gone.
    for entry in left {
      if all.contains(where: { isSlot(entry, $0) }) {
        repeated.append(entry)
      } else {
        unused.append(entry)
      }
    }
  }

  private func isSlot(_ entry: Int, _ text: Int) -> Bool { entries[entry].slot == texts[text].slot }

  private func isOf(_ entry: Int, _ text: Int) -> Bool {
    entries[entry].of == texts[text].fingerprint
  }
}
