internal import Diagnostics
internal import FlowModel

/// Finds the flows that the lists of a header name, however they write their ids.
struct DeclaredFlows: Sendable {
  private let catalogue: Catalogue
  /// The ids of the flows by what their spellings have in common, and by their titles.
  private var ids: [String: String] = [:]
  private var titles: [String: String] = [:]

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    let isAsked = catalogue.flows.contains { !$0.usedBy.isEmpty || !$0.triggeredBy.isEmpty }
    guard isAsked else { return }
    for flow in catalogue.flows {
      ids[WrittenName.id(flow.id)] = flow.id
      titles[flow.title.lowercased()] = flow.id
    }
  }

  /// The flows that entries of a list name. An entry has the ids of flows, with or without titles,
  /// or the title of one; other sentences are left out.
  func named(_ entries: [String], _ spans: [Span]) -> [(name: String, span: Span)] {
    zip(entries, spans).flatMap { entry, span in
      let text = WrittenName.unlinked(entry)
      if catalogue.flow(id: text) != nil { return [(name: text, span: span)] }
      return DeclaredFlows.parts(of: text).compactMap { part in
        name(in: part).map { (name: $0, span: span) }
      }
    }
  }

  /// `UC1 Open; UC2 Close` names two.
  private static func parts(of text: String) -> [Substring] {
    text.replacing(" and ", with: ",").replacing(" & ", with: ",")
      .split { ",;".contains($0) }.map { part in
        Substring(part.drop { $0 == " " })
      }
  }

  private func name(in part: Substring) -> String? {
    let words = part.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
    // `UC1`, `UC 1`, `Use Case 1`
    for count in 1...3 where count <= words.count {
      let written = words[..<count].joined(separator: " ")
      if let id = ids[WrittenName.id(written.prefix { !":,_".contains($0) })] { return id }
    }
    if let id = titles[part.lowercased()] { return id }
    let first = String(part.prefix { !" ,:;_".contains($0) })
    let isID = first.first?.isLetter == true && first.last?.isNumber == true
    return isID ? first : nil
  }
}
