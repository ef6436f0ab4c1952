public import Diagnostics
internal import FlowLoader
internal import FlowModel

/// Takes what has changed in a document into the flow file that was imported of it and edited
/// since.
///
/// The base is the file as the document gave it when it was imported. Lines that only one side has
/// changed are taken, within a line also its values. Where both have changed the same value, that
/// of the flow file stays, with a comment above that has that of the document.
public struct FlowMerge: Sendable {
  /// The flow file with what has changed.
  public private(set) var text = ""
  /// Where both sides say something else, with both.
  public private(set) var conflicts: [Diagnostic] = []
  /// How many stretches of lines the document has changed.
  public private(set) var changes = 0

  /// - Parameters:
  ///   - base: the flow file as the document gave it when it was imported.
  ///   - ours: the flow file as it is.
  ///   - theirs: the flow file as the document gives it now.
  ///   - path: the path of the flow file.
  public init(base: String, ours: String, theirs: String, at path: String) {
    let isReturned = ours.utf8.contains(0x0D)
    let lines = [base, ours, theirs].map { FlowMerge.lines($0.replacing("\r\n", with: "\n")) }
    let merge = ThreeWayMerge(
      base: lines[0], ours: lines[1], theirs: lines[2], by: FlowMerge.keys(of:))
    changes = merge.changes
    var result: [String] = []
    var open: [(line: Int, base: [String], ours: [String], theirs: [String])] = []
    for piece in merge.pieces {
      switch piece {
      case .joined(let part): result += part
      case .conflict(let base, let ours, let theirs):
        if let joined = FlowMerge.joinedEntries(base, ours, theirs) {
          result += FlowMerge.lines(joined)
        } else if let named = FlowMerge.named(base, ours, theirs) {
          result += named
        } else {
          // What all three begin with is no conflict.
          var start = 0
          while start < min(base.count, ours.count, theirs.count), base[start] == ours[start],
            base[start] == theirs[start]
          {
            start += 1
          }
          result += base[..<start]
          let (old, own) = (Array(base[start...]), Array(ours[start...]))
          let new = Array(theirs[start...])
          result += FlowMerge.remark(new, above: own.first ?? old.first ?? "")
          open.append((result.count, old, own, new))
          result += own
        }
      }
    }
    text = result.joined(separator: "\n")
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    conflicts = open.map { conflict($0.line, $0.base, $0.ours, $0.theirs, in: file, result) }
    if isReturned { text = text.replacing("\n", with: "\r\n") }
  }

  /// Why the merged file cannot be read as a flow. Empty if it can.
  public var problems: [Diagnostic] {
    let file = SourceFile(path: "\(FlowMerge.name).yaml", bytes: Array(text.utf8))
    let result = FlowLoader().load([file])
    return result.flows.isEmpty ? result.diagnostics.filter { $0.severity == .error } : []
  }

  private static let name = "merged"

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What tells a line from others when its number or its target changes: `- step: 3` is known by
  /// the sentence below it, a row by what happens, and a target by its place.
  private static func keys(of lines: [String]) -> [String] {
    lines.indices.map { place in
      let line = lines[place].drop { $0 == " " }
      let heads = ["- step: ", "- line: ", "- extension: ", "- section: "]
      if let head = heads.first(where: line.hasPrefix) {
        return head + (place + 1 < lines.count ? lines[place + 1] : "")
      }
      if line.hasPrefix("next: ") { return "next" }
      guard let open = line.firstRange(of: ": { "), line.hasSuffix("}") else { return lines[place] }
      return "row " + line[open.upperBound...].prefix { $0 != "," && $0 != "}" }
    }
  }

  // MARK: Entries

  /// The lines that both sides have changed, if not the same values.
  private static func joinedEntries(
    _ base: [String], _ ours: [String], _ theirs: [String]
  ) -> String? {
    let merge = ThreeWayMerge(
      base: entries(of: base), ours: entries(of: ours), theirs: entries(of: theirs))
    var text = ""
    for piece in merge.pieces {
      switch piece {
      case .joined(let part): text += part.joined()
      case .conflict: return nil
      }
    }
    return text
  }

  /// The keys with their values, and what stands between them: of `a: { case: X, next: 2 }`, the
  /// case and the target. A value is changed as a whole.
  private static func entries(of lines: [String]) -> [String] {
    var entries = [""]
    for character in lines.joined(separator: "\n") {
      let isMark = "\n{},".contains(character)
      if isMark { entries.append("") }
      entries[entries.count - 1].append(character)
      if isMark { entries.append("") }
    }
    return entries
  }

  // MARK: Names

  /// What the document says now, with the names in code that the flow file has given. Nil if it has
  /// changed anything else there, or if a line is gone behind which a name stands.
  private static func named(
    _ base: [String], _ ours: [String], _ theirs: [String]
  ) -> [String]? {
    // By the number of lines of the base before them.
    var names: [Int: String] = [:]
    var place = 0
    for line in ours {
      if place < base.count, line == base[place] {
        place += 1
      } else if isName(line), names[place] == nil {
        names[place] = line
      } else {
        return nil
      }
    }
    guard place == base.count, !names.isEmpty else { return nil }
    var result = [names.removeValue(forKey: 0)].compactMap(\.self)
    place = 0
    for (index, line) in theirs.enumerated() {
      result.append(line)
      // As many lines as before are the same ones with other words.
      guard
        let found = base.count == theirs.count ? index : base[place...].firstIndex(of: line)
      else { continue }
      place = found + 1
      if let name = names.removeValue(forKey: place) { result.append(name) }
    }
    return names.isEmpty ? result : nil
  }

  private static func isName(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("name: ") && CodeName.isName(text.utf8.dropFirst(6))
  }

  // MARK: Conflicts

  /// What the document says, as comments with the indentation of a line.
  private static func remark(_ theirs: [String], above line: String) -> [String] {
    let indent = line.prefix { $0 == " " }
    let said = theirs.filter { $0.contains { $0 != " " } }
    guard !said.isEmpty else { return ["\(indent)# The document has nothing here any more."] }
    return ["\(indent)# The document says here:"]
      + said.map { "\(indent)#   \($0.drop { $0 == " " })" }
  }

  private func conflict(
    _ line: Int, _ base: [String], _ ours: [String], _ theirs: [String], in file: SourceFile,
    _ lines: [String]
  ) -> Diagnostic {
    let start = lines[..<line].reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    let shown = line < lines.count ? lines[line] : ""
    let lead = shown.prefix { $0 == " " }.count
    func said(_ lines: [String]) -> String {
      let words = lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
      return words.isEmpty ? "nothing" : "`\(words.joined(separator: " / "))`"
    }
    return Diagnostic(
      .importConflict, path: file.path,
      span: Span(
        start: UInt32(truncatingIfNeeded: start + lead),
        end: UInt32(truncatingIfNeeded: start + shown.unicodeScalars.count)),
      "the document says \(said(theirs)) now, where it said \(said(base)); here is \(said(ours))",
      help: "decide, and remove the comment above")
  }
}

extension Rule {
  /// A place that was changed in a flow file and in its document.
  public static let importConflict = Rule("import-conflict")
}
