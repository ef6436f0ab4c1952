internal import ArgumentParser
internal import FlowDocument
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import Markup

struct BindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bind",
    abstract: "Asks what a document cannot say, in a file beside it.",
    discussion: """
      Writes a file next to the document, such as UC1.bind.yaml, with a question for everything \
      that a run needs and the document does not say: the names of work, its answers, timers, \
      inputs. If the file is there already, entries get the ids and words that their rows have \
      now, and new questions are added. Answers and comments stay. See docs/documents.md.
      """)

  @Argument(
    help: "The flow's id, or the path of its document; a folder or nothing for all documents.",
    completion: .flows)
  var flow: String?
  @Flag(help: "Print the file and write nothing.") var print = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    var folder = FlowFolder(try flows.located())
    let readable = folder.result().readable
    Console.current.tell(folder.documents.summary())
    var names = folder.documents.readings.map(\.id)
    if let flow {
      let id = readable.flow(named: flow)?.id ?? flow
      guard names.contains(where: { $0.lowercased() == id.lowercased() }) else {
        let found = try readable.find(flow)
        throw Refusal(
          "`\(found.id)` is the flow file `\(found.path)`; write into it what its document does "
            + "not say")
      }
      names = [id]
    }
    guard !names.isEmpty else {
      throw Refusal(
        "no document here has a use case; docs/documents.md says how one is recognised")
    }
    for name in names {
      guard let (draft, path) = folder.bindingDraft(of: name) else { continue }
      try bind(draft, at: path)
    }
  }

  private func bind(_ draft: BindingDraft, at path: String) throws {
    if let problem = draft.problem { throw Refusal("`\(path)`: \(problem)") }
    if print {
      if let text = draft.text { Console.current.out(text) }
      return
    }
    if let text = draft.text { try write(text, to: path) }
    Console.current.out("\(draft.summary(at: path))\n")
  }
}

extension BindingDraft {
  /// What was done, in a line.
  fileprivate func summary(at path: String) -> String {
    guard text != nil || self.path != nil else {
      return "\(flow): nothing to ask; everything that a run needs is in \(document)"
    }
    var parts: [String] = []
    if newCount > 0 {
      let all = String.count(newCount, self.path == nil ? "question" : "new question")
      parts.append("\(all) about \(flow)")
    }
    if !moved.isEmpty { parts.append("followed: \(moved.joined(separator: ", "))") }
    if !reworded.isEmpty { parts.append("reworded: \(reworded.joined(separator: ", "))") }
    if parts.isEmpty { parts.append(text == nil ? "up to date" : "words written down") }
    if openCount > newCount { parts.append("\(openCount) open") }
    return "\(path): \(parts.joined(separator: "; "))"
  }
}
