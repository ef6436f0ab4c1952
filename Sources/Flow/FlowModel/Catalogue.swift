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

/// Where the references of one flow lead, as positions in the catalogue.
package struct FlowLinks: Sendable {
  /// The called flow of every step as written and as meant; -1 where nothing is called.
  package var callees: [Int32]
  package var meantCallees: [Int32]
  /// The flow and step that every row's `next` and `meant` lead to, for `goto` and `error`.
  package var next: [Link]
  package var meant: [Link]

  package struct Link: Sendable {
    package var flow: Int32
    package var step: Int32

    package init(flow: Int32, step: Int32) {
      self.flow = flow
      self.step = step
    }

    package static let none = Link(flow: -1, step: -1)
  }

  package init(callees: [Int32], meantCallees: [Int32], next: [Link], meant: [Link]) {
    self.callees = callees
    self.meantCallees = meantCallees
    self.next = next
    self.meant = meant
  }
}
