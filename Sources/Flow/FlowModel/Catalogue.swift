/// Flows that refer to each other. Only the loader makes catalogues.
///
/// In a complete catalogue every target leads somewhere. In one of what could be read, some targets
/// may be missing; a run ends when it takes a row to one of them.
public struct Catalogue: Sendable {
  /// The flows, in the order of their files' paths.
  public let flows: [Flow]
  package let indexByID: [String: Int]
  package let links: [FlowLinks]
  /// The names of the flows whose files could not be read, as far as they are known.
  public let unread: Set<String>
  /// The house rules of a file of compiled flows, which are read when somebody asks for them. Nil
  /// if the flows come from YAML.
  package let compiledRules: [UInt8]?

  package init(
    flows: [Flow], indexByID: [String: Int], links: [FlowLinks], unread: Set<String> = [],
    compiledRules: [UInt8]? = nil
  ) {
    self.compiledRules = compiledRules
    self.flows = flows
    self.indexByID = indexByID
    self.links = links
    self.unread = unread
  }

  /// Whether the flows come from a file of compiled flows.
  package var isCompiled: Bool { compiledRules != nil }

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
