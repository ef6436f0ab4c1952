internal import FlowEdit

/// What a flow file says, without what an edit of a document does not decide: the alias, which
/// follows the title, and the order of keys.
struct FlowValues: Equatable {
  private(set) var root: EditValue

  init(_ root: EditValue) {
    self.root = FlowValues.plain(root, "")
    if case .mapping(let pairs) = self.root {
      self.root = .mapping(pairs.filter { $0.key != "alias" })
    }
  }

  private static let ordered: Set<String> = ["rows", "anywhere"]

  private static func plain(_ value: EditValue, _ key: String) -> EditValue {
    switch value {
    case .text(let text): return .text(CellText.collapsed(text))
    case .list(let items): return .list(items.map { plain($0, "") })
    case .mapping(let pairs):
      let all = pairs.map { EditValue.Pair($0.key, plain($0.value, $0.key)) }
      return .mapping(ordered.contains(key) ? all : all.sorted { $0.key < $1.key })
    }
  }

  /// Without the ends that say no more than that nothing follows.
  var withoutEnds: FlowValues {
    var values = self
    for key in ["steps", "sections", "extensions"] { values.dropEnds(of: key) }
    return values
  }

  /// The step at which an alternative begins, if it says so.
  func step(of id: String) -> String? {
    root["extensions"]?.children.first { $0["extension"]?.text == id }?["at"]?.text
  }

  /// Without the steps at which some alternatives begin.
  func withoutPlaces(of ids: Set<String>) -> FlowValues {
    guard !ids.isEmpty else { return self }
    var values = self
    values.root = FlowValues.changed(root, "extensions") { value in
      guard case .list(let items) = value else { return value }
      return .list(
        items.map { item in
          guard case .mapping(let pairs) = item, let id = item["extension"]?.text, ids.contains(id)
          else { return item }
          return .mapping(pairs.filter { $0.key != "at" })
        })
    }
    return values
  }

  private mutating func dropEnds(of key: String) {
    func steps(_ value: EditValue) -> EditValue {
      guard case .list(var steps) = value, let last = steps.last, last["next"]?.text == "end",
        case .mapping(let pairs) = last
      else { return value }
      steps[steps.count - 1] = .mapping(pairs.filter { $0.key != "next" })
      return .list(steps)
    }
    root = FlowValues.changed(root, key) { value in
      guard key != "steps", case .list(let parts) = value else { return steps(value) }
      return .list(
        parts.map { FlowValues.changed($0, key == "sections" ? "steps" : "lines", steps) })
    }
  }

  private static func changed(
    _ value: EditValue, _ key: String, _ change: (EditValue) -> EditValue
  ) -> EditValue {
    guard case .mapping(let pairs) = value else { return value }
    return .mapping(
      pairs.map { $0.key == key ? EditValue.Pair(key, change($0.value)) : $0 })
  }

  /// Whether it says the same as what was wanted, where the words of a row whose target is another
  /// one than before may say its target.
  ///
  /// - Parameter words: the keys of such words.
  func isSame(as wanted: FlowValues, before: FlowValues, words: Set<String>) -> Bool {
    FlowValues.isSame(root, wanted.root, before.root, words)
  }

  private static func isSame(
    _ now: EditValue, _ wanted: EditValue, _ before: EditValue, _ words: Set<String>
  ) -> Bool {
    switch (now, wanted) {
    case (.text, .text): return now == wanted
    case (.list(let items), .list(let other)):
      let old = before.children
      return items.count == other.count && old.count == items.count
        && items.indices.allSatisfy { isSame(items[$0], other[$0], old[$0], words) }
    case (.mapping(let pairs), .mapping(let other)):
      if wanted["next"] != before["next"] {
        func rest(_ pairs: [EditValue.Pair]) -> [EditValue.Pair] {
          pairs.filter { $0.key != "next" && !words.contains($0.key) }
        }
        return now["next"] == wanted["next"] && rest(pairs) == rest(other)
      }
      // A case may be the sentence of its only line, too.
      let line = wanted["lines"]?.children
      let isOfLine =
        line?.count == 1 && line?.first?["next"] != before["lines"]?.children.first?["next"]
      return pairs.map(\.key) == other.map(\.key)
        && zip(pairs, other).allSatisfy { pair, other in
          isSame(pair.value, other.value, before[pair.key] ?? other.value, words)
            || isOfLine && pair.key == "case"
              && withoutNumbers(pair.value) == withoutNumbers(other.value)
        }
    default: return false
    }
  }

  private static func withoutNumbers(_ value: EditValue) -> String? {
    value.text?.filter { !$0.isNumber }
  }

  /// Whether it says the same as what was wanted, where words may name steps by either number.
  ///
  /// - Parameter names: the new numbers of steps, by the old ones.
  func isSame(as wanted: FlowValues, renamed names: [String: String]) -> Bool {
    FlowValues.isSame(root, wanted.root, names, "")
  }

  private static let exact = Set(ids + ["next", "at", "on", "letter"])

  private static func isSame(
    _ now: EditValue, _ wanted: EditValue, _ names: [String: String], _ key: String
  ) -> Bool {
    switch (now, wanted) {
    case (.text(let text), .text(let other)):
      return text == other || !exact.contains(key) && isSame(text, other, names)
    case (.list(let items), .list(let other)):
      return items.count == other.count
        && zip(items, other).allSatisfy { isSame($0, $1, names, key) }
    case (.mapping(let pairs), .mapping(let other)):
      return pairs.map(\.key) == other.map(\.key)
        && zip(pairs, other).allSatisfy { isSame($0.value, $1.value, names, $0.key) }
    default: return false
    }
  }

  private static func isSame(_ now: String, _ wanted: String, _ names: [String: String]) -> Bool {
    func words(_ text: String) -> [Substring] {
      text.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map { word in
        word.last == "." ? word.dropLast() : word
      }
    }
    let (own, other) = (words(now), words(wanted))
    return own.count == other.count && now.filter { !$0.isNumber } == wanted.filter { !$0.isNumber }
      && zip(own, other).allSatisfy { word, old in
        word == old || DocumentChange.renamed(String(old), names) == String(word)
      }
  }

  /// What it says otherwise than wanted, in a few words: the first text that is not what it should
  /// be, and where.
  func difference(to wanted: FlowValues) -> String? {
    FlowValues.difference(root, wanted.root, "the use case", "")
  }

  private static let ids = ["flow", "section", "extension", "step", "line"]

  private static func id(of value: EditValue) -> String? {
    ids.lazy.compactMap { value[$0]?.text }.first
  }

  /// The place of what has an id: `2`, `2a`, `2a.1`.
  private static func place(of value: EditValue, in place: String) -> String {
    if let line = value["line"]?.text { return joined(place, ".\(line)") }
    return id(of: value).map { "`\($0)`" } ?? place
  }

  private static func joined(_ place: String, _ end: String) -> String {
    end.first?.isNumber == true ? "`\(end)`" : "`\(place.filter { $0 != "`" })\(end)`"
  }

  /// - Parameters:
  ///   - place: what is compared, for people.
  ///   - key: what of it.
  private static func difference(
    _ now: EditValue, _ wanted: EditValue, _ place: String, _ key: String
  ) -> String? {
    switch (now, wanted) {
    case (.text(let now), .text(let wanted)):
      if now == wanted { return nil }
      return key == "next"
        ? "\(place) would lead to `\(now)`" : "\(place) would say `\(now)` as its `\(key)`"
    case (.list(let items), .list(let other)):
      let (own, all) = (items.compactMap(id), other.compactMap(id))
      if let lost = all.first(where: { !own.contains($0) }) {
        return "there would be no `\(lost)` in \(place)"
      }
      if let more = own.first(where: { !all.contains($0) }) {
        return "there would be a `\(more)` in \(place)"
      }
      guard items.count == other.count else {
        return "\(place) would have \(items.count) `\(key)`, and not \(other.count)"
      }
      return zip(items, other).lazy.compactMap { difference($0, $1, place, key) }.first
    case (.mapping(let pairs), .mapping(let others)):
      let own = FlowValues.place(of: now, in: place)
      for pair in others where now[pair.key] == nil {
        return "\(own) would have no `\(pair.key)`"
      }
      for pair in pairs where !ids.contains(pair.key) {
        guard let other = wanted[pair.key] else {
          return pair.value.text.map { "\(own) would say `\($0)` as its `\(pair.key)`" }
            ?? "\(own) would have `\(pair.key)`"
        }
        // A row is known by its letter.
        let row = key == "rows" ? FlowValues.joined(own, pair.key) : own
        if let found = difference(pair.value, other, row, pair.key) { return found }
      }
      return nil
    default: return "\(place) would have another `\(key)`"
    }
  }
}
