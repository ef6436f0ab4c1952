/// Takes every remark about slips out of a flow file: `meant`, `why`, `slip`, and the proposals.
///
/// Only the document is left, so every finding comes from its structure.
enum Remarks {
  static func removed(from text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines = withoutBlocks(lines) { head, body in
      let keys = body.filter { indent($0) == indent(body[0]) }.map { $0.trimmed }
      let isProposal =
        keys.contains { $0.hasPrefix("meant: ") } && !keys.contains { $0.hasPrefix("next: ") }
      let isRow = head.trimmed.hasSuffix(":") || head.trimmed.hasPrefix("- line: ")
      // A step whose rows are all proposals.
      let isStep =
        head.trimmed.hasPrefix("- step: ") && keys.contains("rows:")
        && body.contains { $0.trimmed.hasPrefix("meant: ") }
        && !body.contains { $0.trimmed.contains("next: ") }
      return isProposal && isRow || isStep || keys.contains { $0.hasPrefix("proposal: ") }
    }
    return withoutBlocks(lines) { head, body in
      head.trimmed == "anywhere:" && body == [head]
        || ["meant: ", "why: ", "slip: ", "meant id: ", "meant at: ", "meant call: "].contains {
          head.trimmed.hasPrefix($0)
        }
    }.joined(separator: "\n")
  }

  /// The lines without the removed keys, and without the lines below those.
  private static func withoutBlocks(
    _ lines: [String], where isUnwanted: (_ head: String, _ body: [String]) -> Bool
  ) -> [String] {
    var result: [String] = []
    var index = 0
    while index < lines.count {
      let head = lines[index]
      var end = index + 1
      while end < lines.count, indent(lines[end]) > indent(head), !lines[end].trimmed.isEmpty {
        end += 1
      }
      let body = Array(lines[(index + 1)..<end])
      if !head.trimmed.isEmpty, isUnwanted(head, body.isEmpty ? [head] : body) {
        index = end
      } else {
        result.append(head)
        index += 1
      }
    }
    return result
  }

  private static func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
