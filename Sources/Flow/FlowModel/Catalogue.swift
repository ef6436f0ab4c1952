/// Flows that refer to each other. Every target leads somewhere, since only the loader makes
/// catalogues.
public struct Catalogue: Sendable {
  /// The flows, in the order of their files' paths.
  public let flows: [Flow]
  package let indexByID: [String: Int]
  package let links: [FlowLinks]

  package init(flows: [Flow], indexByID: [String: Int], links: [FlowLinks]) {
    self.flows = flows
    self.indexByID = indexByID
    self.links = links
  }

  /// The flow with exactly this id.
  public func flow(id: String) -> Flow? { indexByID[id].map { flows[$0] } }

  /// The flow with this id or alias, in upper or lower case.
  public func flow(named name: String) -> Flow? {
    if let exact = flow(id: name) { return exact }
    let wanted = Catalogue.folded(name)
    return flows.first {
      Catalogue.folded($0.id) == wanted || $0.alias.map(Catalogue.folded) == wanted
    }
  }

  /// The text in lower case.
  private static func folded(_ text: String) -> String {
    // The tables for all letters of Unicode would be a tenth of the WebAssembly module.
    #if hasFeature(Embedded)
      String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    #else
      text.lowercased()
    #endif
  }
}
