package import TestSupport

extension FlowTree {
  /// The file of a tree as people may have written it: comments, blank lines, every kind of quotes,
  /// rows between braces, texts on several lines.
  package func styled(_ random: inout SplitMix) -> String {
    var lines = styled("", isProse: false, &random)
    lines.insert("# yaml-language-server: $schema=../flow.schema.json\n", at: 0)
    let text = lines.joined()
    return random.next(4) == 0 ? text.replacing("\n", with: "\r\n") : text
  }

  private func styled(_ margin: String, isProse: Bool, _ random: inout SplitMix) -> [String] {
    switch self {
    case .text(let text): return [FlowTree.scalar(text, margin, isProse, &random)]
    case .list(let entries):
      var lines: [String] = []
      for entry in entries {
        lines += FlowTree.remark(margin, &random)
        var inner = entry.styled(margin + "  ", isProse: isProse, &random)
        if case .map = entry {
          let first = inner.firstIndex { $0.hasPrefix(margin + "  ") && !$0.contains("# about") }
          inner.removeSubrange(0..<(first ?? 0))
          inner[0] = "\(margin)- \(inner[0].dropFirst(margin.count + 2))"
        } else {
          inner[0] = "\(margin)- \(inner[0])"
        }
        lines += inner
      }
      return lines
    case .map(let pairs):
      var lines: [String] = []
      for pair in pairs {
        lines += FlowTree.remark(margin, &random)
        let key = FlowTree.key(pair.key, &random)
        let isText = FlowTree.prose.contains(pair.key)
        if case .text = pair.value {
          let value = pair.value.styled(margin, isProse: isText, &random)
          lines += ["\(margin)\(key): \(value[0])"] + value.dropFirst()
        } else if pair.value.isShort, random.next(3) != 0 {
          lines.append("\(margin)\(key): \(pair.value.inline(&random))\(FlowTree.end(&random))")
        } else if pair.value.children.isEmpty {
          lines.append("\(margin)\(key): \(pair.value == .list([]) ? "[]" : "{}")\n")
        } else {
          lines += ["\(margin)\(key):\(FlowTree.end(&random))"]
          lines += pair.value.styled(margin + "  ", isProse: isText, &random)
        }
      }
      return lines
    }
  }

  private static let prose: Set<String> = [
    "title", "summary", "goal", "actor", "preconditions", "postconditions", "notes", "slip",
    "screen", "message", "note", "case", "user", "event", "why", "because", "system", "does",
  ]

  private var isShort: Bool {
    guard children.count < 6 else { return false }
    return children.allSatisfy { child in
      if case .text(let text) = child { return text.count < 30 }
      return child.children.count < 3
        && child.children.allSatisfy { if case .text = $0 { true } else { false } }
    }
  }

  private func inline(_ random: inout SplitMix) -> String {
    switch self {
    case .text(let text): return FlowTree.quoted(text, &random)
    case .list(let entries):
      var parts: [String] = []
      for entry in entries { parts.append(entry.inline(&random)) }
      return "[\(parts.joined(separator: ", "))]"
    case .map(let pairs):
      var parts: [String] = []
      for pair in pairs {
        parts.append("\(FlowTree.key(pair.key, &random)): \(pair.value.inline(&random))")
      }
      if parts.isEmpty { return "{}" }
      return random.next(2) == 0
        ? "{\(parts.joined(separator: ", "))}" : "{ \(parts.joined(separator: ", ")) }"
    }
  }

  private static func remark(_ margin: String, _ random: inout SplitMix) -> [String] {
    switch random.next(14) {
    case 0: ["\(margin)# about what follows: it's \"so\"\n"]
    case 1: ["\n"]
    default: []
    }
  }

  private static func end(_ random: inout SplitMix) -> String {
    random.next(8) == 0 ? "  # it is so\n" : "\n"
  }

  private static func key(_ key: String, _ random: inout SplitMix) -> String {
    let isPlain = scalar(key) == key
    return isPlain && random.next(20) != 0 ? key : "'\(key.replacing("'", with: "''"))'"
  }

  private static func quoted(_ text: String, _ random: inout SplitMix) -> String {
    switch random.next(6) {
    case 0: "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    case 1: "'\(text.replacing("'", with: "''"))'"
    default: scalar(text)
    }
  }

  private static func scalar(
    _ text: String, _ margin: String, _ isProse: Bool, _ random: inout SplitMix
  ) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard isProse, words.count > 2, !words.contains("") else {
      return quoted(text, &random) + end(&random)
    }
    let first = words.prefix(2).joined(separator: " ")
    let rest = words.dropFirst(2).joined(separator: " ")
    switch random.next(6) {
    case 0: return ">-\n\(margin)    \(first)\n\(margin)    \(rest)\n"
    case 1: return "|-\n\(margin)    \(text)\n\n"
    case 2 where scalar(text) == text: return "\(first)\n\(margin)    \(rest)\(end(&random))"
    default: return quoted(text, &random) + end(&random)
    }
  }
}

extension FlowTree {
  /// The text of a key.
  package func text(of key: String) -> String? { self[key]?.word }
}
