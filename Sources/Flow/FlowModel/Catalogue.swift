/// Flows that belong together: every target in them leads somewhere. Only the loader makes one.
public struct Catalogue: Sendable {
  /// In the order of their files' paths.
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

  /// The flow with this id or alias, in any letter case.
  public func flow(named name: String) -> Flow? {
    if let exact = flow(id: name) { return exact }
    let wanted = name.lowercased()
    return flows.first { $0.id.lowercased() == wanted || $0.alias?.lowercased() == wanted }
  }
}
