internal import FlowEdit
internal import FlowModel
internal import FlowTexts

/// Finds texts by their keys and words, and where their translations are written.
struct TextPlaces {
  /// The places of flows, parts and texts among those beside them, in the order of the flows.
  private(set) var order: TextsDraft.Order = [:]

  private let items: [String: Translation.Item]
  /// The texts of parts that have a name, by the keys that they had before.
  private let unnamed: [String: Translation.Item]
  /// The entries of lists, by flow, part, list and words.
  private var listed: [[String]: Translation.Item] = [:]
  /// The parts that the file names, and the texts of headers, with their flows.
  private var named: Set<[String]>
  private var headers: Set<[String]> = []
  /// The keys below which something is written, or will be.
  private var taken: Set<[String]>

  init(_ translation: Translation) {
    items = Dictionary(translation.items.map { ($0.text.key, $0) }) { first, _ in first }
    unnamed = Dictionary(
      translation.items.compactMap { item in item.text.idKey.map { ($0, item) } }
    ) { first, _ in first }
    named = Set(translation.file.names.map { [$0.flow, $0.part ?? ""] })
    taken = Set(translation.file.entries.map { [$0.flow, $0.part ?? "", $0.slot] })
    for (place, flow) in translation.flows.enumerated() { order[[flow.id]] = place }
    for (place, item) in translation.items.enumerated() {
      let text = item.text
      if let list = text.list {
        let key = [text.flow, text.part ?? "", list, text.text]
        if listed[key] == nil { listed[key] = item }
      }
      guard let part = text.part else {
        headers.insert([text.flow, text.slot])
        order[[text.flow, text.slot]] = 2 * place
        continue
      }
      // A part stands where its first text does, by its name and then by its id.
      for (number, name) in [part, text.id].compactMap(\.self).enumerated() {
        if order[[text.flow, name]] == nil { order[[text.flow, name]] = 2 * place + number }
        order[[text.flow, name, text.slot]] = place
      }
    }
  }

  /// The text that a unit is of: in a list the one with its words, whatever number it has by now.
  /// Nil if its words are gone, and another text with a translation of its own has the number.
  func item(of unit: TextUnit) -> Translation.Item? {
    guard let item = items[unit.key] ?? unnamed[unit.key] else { return nil }
    // An id may have gone to another row since, whose translation is not to be lost.
    if items[unit.key] == nil, item.text.list == nil, let source = unit.source,
      source != item.text.text, item.entry != nil, !item.isOlder
    {
      return nil
    }
    guard let source = unit.source, source != item.text.text, let list = item.text.list else {
      return item
    }
    let other = listed[[item.text.flow, item.text.part ?? "", list, source]]
    return other ?? (item.entry != nil && !item.isOlder ? nil : item)
  }

  /// The keys below which a translation is written: where it is, or as the file names the part.
  mutating func keys(of item: Translation.Item) -> [String] {
    if let entry = item.entry { return [entry.flow, entry.part, entry.slot].compactMap(\.self) }
    let text = item.text
    var part = text.part
    if let id = text.id, let name = part,
      headers.contains([text.flow, name])
        || named.contains([text.flow, id]) && !named.contains([text.flow, name])
    {
      part = id
    }
    // In a list, another translation may have the number: its place in the list was another one.
    let names = part == nil ? [""] : [part, text.id, text.part].compactMap(\.self)
    func isFree(_ slot: String) -> Bool {
      !names.contains { taken.contains([text.flow, $0, slot]) }
    }
    var slot = text.slot
    if text.list != nil, let space = slot.lastIndex(of: " "),
      var number = Int(slot[slot.index(after: space)...])
    {
      while !isFree(slot) {
        number += 1
        slot = slot[...space] + String(number)
      }
    }
    taken.insert([text.flow, part ?? "", slot])
    return [text.flow, part, slot].compactMap(\.self)
  }
}
