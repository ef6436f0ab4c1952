package import FlowModel
internal import YAMLTree

extension Script {
  /// The script as an entry of a file of scripts, below `paths:`.
  ///
  /// - Parameter flow: the flow to name, for a file with paths of several flows.
  package func entry(of flow: String?) -> String {
    var text = "  - path: \(YAMLScalar.text(flow.map { "\($0) \(name)" } ?? name))\n"
    if let flow { text += "    flow: \(YAMLScalar.text(flow))\n" }
    return text + body(margin: "    ")
  }

  /// The script as a file of its own.
  var file: String { "flow: \(YAMLScalar.text(flow))\n" + body(margin: "") }

  private func body(margin: String) -> String {
    var lines: [String] = []
    if reading == .meant { lines.append("as: meant") }
    if let from { lines.append("from: \(YAMLScalar.text(from))") }
    if only { lines.append("only: yes") }
    if !facts.isEmpty {
      lines.append("facts: \(YAMLScalar.mapping(facts.map { ($0.name, $0.value) }))")
    }
    lines.append("rows: \(YAMLScalar.list(moves.map(\.text)))")
    if let end { lines.append("end: \(YAMLScalar.text(end))") }
    return lines.map { "\(margin)\($0)\n" }.joined()
  }
}

extension Script.Move {
  /// The entry as pages take it.
  package var pageText: String {
    if case .wait(let time) = self { "wait \(time)" } else { text }
  }
}
