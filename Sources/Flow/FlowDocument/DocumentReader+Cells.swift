internal import Diagnostics
internal import FlowModel

// Cells that have several parts, flows or alternatives.
extension DocumentReader {
  /// Takes the entries of a cell in which the names of parts stand between the lines:
  /// `Precondition`, `The course is open`, `Scenario`, `1. ...`. False for another one.
  mutating func takeParts(_ values: [String], _ span: Span) -> Bool {
    func part(_ value: String) -> HeaderLabel? {
      guard value.first?.isNumber == false, value.split(separator: " ").count < 4 else {
        return nil
      }
      switch HeaderLabel(value) {
      case .main?: return .main
      case .extensions?: return .extensions
      case .list(let list)? where list == .preconditions || list == .postconditions:
        return .list(list)
      default: return nil
      }
    }
    guard values.count > 2, values.contains(where: { part($0) != nil }) else { return false }
    var (open, entries): (HeaderLabel, [String]) = (.main, [])
    for value in values + [""] {
      let next = part(value)
      if next != nil || value.isEmpty {
        if !entries.isEmpty { take(entries, open, .line, span) }
        (open, entries) = (next ?? open, [])
      } else {
        entries.append(value)
      }
    }
    return true
  }

  /// A cell with line breaks around the names of its flows: `**Main flow:** 1. Guest asks.
  /// **Alternative flow:** 2a. ...`.
  static func withParts(_ raw: String) -> String {
    guard raw.contains("**"), raw.contains(where: \.isNumber), raw.utf8.count < 20_000 else {
      return raw
    }
    let parts = raw.split(separator: "**", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts.count % 2 == 1 else { return raw }
    var result = parts[0]
    for (place, part) in parts.enumerated().dropFirst() {
      if place % 2 == 0 {
        let before = parts[place - 1]
        let isOpen = part.hasPrefix(":") && isFlow(before)
        result += isOpen ? "<br>" + part.dropFirst() : isFlow(before) ? part : "**" + part
      } else if place + 1 < parts.count, isFlow(part),
        part.hasSuffix(":") || parts[place + 1].hasPrefix(":")
      {
        result += "<br>" + part + (part.hasSuffix(":") ? "<br>" : ":")
      } else {
        result += "**" + part
      }
    }
    return result
  }

  private static func isFlow(_ name: String) -> Bool {
    switch HeaderLabel(name) {
    case .main?, .extensions?: name.utf8.count < 40
    default: false
    }
  }

  /// Takes a cell with several flows, of which each begins with 1 behind its name: the first is the
  /// main scenario, and `Google: 1. User clicks. 2. ...` an alternative. False for another cell.
  mutating func takeNamedFlows(_ values: [String], _ span: Span) -> Bool {
    let text = values.joined(separator: " ")
    guard scenario.isEmpty, text.utf8.count < 8_000 else { return false }
    var flows: [(name: String, start: String.Index, first: String.Index)] = []
    var end = text.startIndex
    for mark in text.ranges(of: ": 1. ") {
      let before = text[end..<mark.lowerBound]
      let start = before.ranges(of: ". ").last?.upperBound ?? before.startIndex
      let name = CellText.collapsed(String(text[start..<mark.lowerBound]))
      guard !name.isEmpty, name.split(separator: " ").count < 7, HeaderLabel(name) == nil,
        !flows.isEmpty || start == text.startIndex
      else { return false }
      flows.append((name, start, text.index(mark.lowerBound, offsetBy: 2)))
      end = mark.upperBound
    }
    guard flows.count > 1 else { return false }
    for (place, flow) in flows.enumerated() {
      let end = place + 1 < flows.count ? flows[place + 1].start : text.endIndex
      let body = CellText.collapsed(String(text[flow.first..<end]))
      if place == 0 {
        add([flow.name], to: .list(.notes), .line, span)
        take([body], .main, .line, span)
      } else {
        let heading = Fragment(text: flow.name, span: span)
        scenario.addNamed(flow.name, DocumentLine(kind: .text, fragment: heading))
        take([body], .extensions, .line, span)
      }
    }
    return true
  }

  /// The alternatives of a cell that has several with ids, `AF.1. No room — ... AF.2. No date —
  /// ...`, without the point in an id. The text itself if it has one.
  static func alternatives(in text: String) -> [String] {
    guard text.utf8.count < 8_000 else { return [text] }
    var parts: [String] = []
    for word in text.split(separator: " ") {
      let letters = word.prefix { $0.isASCII && $0.isUppercase }
      let rest = word.dropFirst(letters.count)
      let digits = rest.drop { $0 == "." }.prefix { $0.isNumber }
      let mark = rest.drop { $0 == "." }.dropFirst(digits.count)
      let isID =
        (1...3).contains(letters.count) && (1...2).contains(digits.count)
        && (mark == "." || mark == ":") && (rest.first == "." || rest.first == digits.first)
      if isID, parts.last.map({ ".!)".contains($0.last ?? " ") }) ?? true {
        parts.append("\(letters)\(digits)\(mark)")
      } else if parts.isEmpty {
        return [text]
      } else {
        parts[parts.count - 1] += " \(word)"
      }
    }
    return parts.count > 1 ? parts : [text]
  }
}
