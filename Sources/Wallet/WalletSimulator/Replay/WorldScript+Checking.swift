internal import Diagnostics
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import WalletApp

extension WorldScript.Outcome {
  func failing(
    _ message: String, rule: Rule = .scriptFailed, at span: Span, help: String? = nil
  ) -> WorldScript.Outcome {
    WorldScript.Outcome(
      script: script, entries: entries, openTrace: openTrace, ending: ending,
      standing: standing, stored: stored, received: received,
      failure: Diagnostic(rule, path: script.path, span: span, message, help: help))
  }

  /// Compares the result with the script's expectations. The first difference is reported.
  func checked() -> WorldScript.Outcome {
    if let expected = script.expectedRows, let place = difference(expected) {
      let span = place < expected.count ? expected[place].span : script.span
      return failing(
        "`\(script.name)` took other rows than expected\n\(sideBySide(expected))",
        rule: .otherRows, at: span)
    }
    if let end = script.end, end != ending {
      var message = "`\(script.name)` ended with `\(ending)`, not with `\(end)`"
      if let expected = script.expectedRows { message += "\n\(sideBySide(expected))" }
      return failing(message, rule: .otherEnd, at: script.span)
    }
    if script.end == nil, ending.hasPrefix("failed:") {
      return failing("`\(script.name)` \(ending)", at: script.span)
    }
    for (name, value) in script.stored {
      guard let item = Store.Item(rawValue: name) else {
        let names = Store.Item.allCases.map(\.rawValue).joined(separator: ", ")
        return failing(
          "nothing is stored under `\(name)`", rule: .otherStored, at: value.span,
          help: "there may be: \(names)")
      }
      let isStored = stored.contains(item)
      if isStored != (value.text == "yes") {
        return failing(
          "`\(name)` is \(isStored ? "" : "not ")stored at the end", rule: .otherStored,
          at: value.span)
      }
    }
    let last = received.last
    for (name, value) in script.received {
      let got: String
      switch name {
      case "code": got = last.map { String($0.code) } ?? "none"
      case "kind": got = last?.kind.rawValue ?? "none"
      case "way": got = last?.way.rawValue ?? "none"
      case "subject": got = last?.subject ?? "none"
      case "name": got = last?.name ?? "none"
      case "refusal": got = last?.refusal.map { "\($0)" } ?? "none"
      case "error": got = last?.error ?? "none"
      case "answers": got = String(received.count)
      default:
        return failing(
          "nothing is received under `\(name)`", rule: .otherReceived, at: value.span,
          help: "there may be: code, kind, way, subject, name, refusal, error, answers")
      }
      if got != value.text {
        return failing(
          "the caller received `\(name)`: `\(got)`, not `\(value.text)`", rule: .otherReceived,
          at: value.span)
      }
    }
    return self
  }

  /// The index of the first expected row that was not taken; the count if more rows were taken; nil
  /// if they agree. Steps without a choice may be omitted.
  private func difference(_ expected: [Script.Expected]) -> Int? {
    var place = 0
    for entry in entries {
      if place < expected.count, isSame(entry, expected[place].text) {
        place += 1
      } else if entry.row.kind != .own && !entry.isPassedOver {
        return place
      }
    }
    return place == expected.count ? nil : place
  }

  private func isSame(_ entry: TraceEntry, _ text: String) -> Bool {
    [entry.row.qualified, entry.row.reference, entry.row.id].contains(text)
  }

  /// Both paths side by side, each row with the line of its file.
  private func sideBySide(_ expected: [Script.Expected]) -> String {
    let taken = entries.filter { entry in
      (entry.row.kind != .own && !entry.isPassedOver)
        || expected.contains { isSame(entry, $0.text) }
    }
    let places = lines(expected.map { (script.path, $0.span.start) })
    let left = zip(expected, places).map { expected, line in
      line > 0 ? "\(expected.text)  (line \(line))" : expected.text
    }
    let rows = taken.map(\.row)
    let right = zip(rows, lines(rows.map { ($0.flow.path, $0.span.start) })).map { row, line in
      "\(row.qualified)  (\(row.flow.path):\(line))"
    }
    let width = (left.map(\.count) + [8]).max() ?? 8
    var lines = ["    \(padded("expected", width))    taken"]
    for place in 0..<max(left.count, right.count) {
      let first = place < left.count ? left[place] : ""
      let second = place < right.count ? right[place] : ""
      let isEqual =
        place < expected.count && place < taken.count && isSame(taken[place], expected[place].text)
      lines.append("  \(isEqual ? " " : "|") \(padded(first, width))    \(second)")
    }
    lines.append("    \(padded(script.end ?? "", width))    \(ending)")
    return lines.joined(separator: "\n")
  }

  /// The lines of scalars. Each file is read once; 0 if it does not exist.
  private func lines(_ places: [(path: String, scalar: UInt32)]) -> [Int] {
    var files: [String: SourceFile] = [:]
    return places.map { path, scalar in
      let file =
        files[path] ?? (try? SourceFile(readingFrom: path)) ?? SourceFile(path: path, bytes: [])
      files[path] = file
      return file.bytes.isEmpty ? 0 : file.position(of: scalar).line
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
