internal import Diagnostics
internal import FlowModel

// Alternatives whose id does not say, or says in another way, which step they belong to: `2-4a`,
// `2-4a (3)` for those of the others, and `A1` with `at: 3`.
extension Renaming {
  /// Follows the steps that are first or last in the id of an alternative, and those that the flow
  /// file says one belongs to.
  mutating func addAlternatives(
    _ steps: [String: String], _ flow: Flow, in flows: EditableFlows
  ) {
    if let file = flows.files.first(where: { $0.path == flow.path }) { addOwners(steps, file) }
    for section in flow.sections {
      guard let row = section.extensionRow,
        let new = Renaming.renamed(range: row.id, steps), new != row.id
      else { continue }
      names[.row(flow: flow.id, reference: row.reference)] = Name(
        id: row.id, old: row.id, new: new)
      for step in section.steps where step.id.hasPrefix(row.id) {
        names[.step(flow: flow.id, id: step.id)] = Name(id: step.id, old: row.id, new: new)
      }
    }
  }

  private mutating func addOwners(_ steps: [String: String], _ file: SourceFile) {
    guard let text = try? YAMLText(file), let all = text.root.index("extensions") else { return }
    for found in text.root.children[all].children {
      for key in ["at", "meant at"] {
        guard let index = found.index(key), let new = steps[found.children[index].text] else {
          continue
        }
        let (node, old) = (found.children[index], Array(found.children[index].text.utf8))
        guard let place = file.bytes[node.range].firstRange(of: old) else { continue }
        edits[file.path, default: []].insert(TextEdit(place, new))
      }
    }
  }

  /// The id of an alternative of several steps with the numbers that they get. Nil if it has no
  /// such id, or if the first would come after the last.
  package static func renamed(range id: String, _ steps: [String: String]) -> String? {
    func number(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isNumber } }
    let first = number(id[...])
    let middle = id.dropFirst(first.count)
    guard !first.isEmpty, let dash = middle.first, dash == "-" || dash == "–" else { return nil }
    let last = number(middle.dropFirst())
    var rest = String(middle.dropFirst(1 + last.count))
    guard !last.isEmpty, rest.first?.isLetter == true else { return nil }
    func renamed(_ number: Substring) -> String { steps[String(number)] ?? String(number) }
    let ends = (renamed(first), renamed(last))
    guard let one = Int(ends.0), let other = Int(ends.1), one <= other else { return nil }
    if let open = rest.ranges(of: " (").last {
      let own = number(rest[open.upperBound...])
      rest.replaceSubrange(own.startIndex..<own.endIndex, with: renamed(own))
    }
    return "\(ends.0)\(dash)\(ends.1)\(rest)"
  }

  /// Replaces an id with a space in it: `2-4a (3)`, also with the line that follows it.
  static func edit(_ written: [UInt8], at offset: Int, range name: Name) -> TextEdit? {
    guard name.old.contains(" "), let found = written.firstRange(of: Array(name.old.utf8)) else {
      return nil
    }
    return TextEdit(offset + found.lowerBound..<offset + found.upperBound, name.new)
  }
}
