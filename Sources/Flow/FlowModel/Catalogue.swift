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
    let wanted = name.lowercased()
    return flows.first { $0.id.lowercased() == wanted || $0.alias?.lowercased() == wanted }
  }
}
