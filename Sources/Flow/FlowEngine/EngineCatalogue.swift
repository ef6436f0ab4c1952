internal import CompiledFlows
internal import FlowModel
internal import FlowRuntime

/// Compiled flows for a host that is not written in Swift: bytes go in, JSON comes out.
public struct EngineCatalogue: Sendable {
  let catalogue: Catalogue
  private var written: Program?
  private var meant: Program?

  /// Opens compiled flows.
  public init(_ bytes: [UInt8]) throws(EngineError) {
    do throws(CompiledFlowsError) {
      catalogue = try Catalogue(compiled: bytes)
    } catch {
      throw EngineError(error.description)
    }
  }

  /// All flows: id, alias, kind, title, whether it can run, and its facts with their values.
  public var flows: String {
    ObjectText.list(
      catalogue.flows.map { flow in
        var text = ObjectText()
        text.add("flow", flow.id)
        text.add("alias", flow.alias)
        text.add("kind", flow.kind.rawValue)
        text.add("title", flow.title)
        text.add("outline", flow.outline)
        var facts = ObjectText()
        for fact in flow.facts { facts.add(fact.name, fact.values) }
        text.add("facts", json: facts.text)
        return text.text
      })
  }

  /// A flow with its sections, steps and rows in document order. A row says where it leads as
  /// written (`next`) and as meant.
  public func flow(_ name: String) throws(EngineError) -> String {
    let flow = try find(name)
    var text = ObjectText()
    text.add("flow", flow.id)
    text.add("title", flow.title)
    text.add("kind", flow.kind.rawValue)
    text.add("goal", flow.goal)
    text.add("path", flow.path)
    text.add("sections", list: flow.sections.map { EngineCatalogue.description(of: $0) })
    return text.text
  }

  private static func description(of section: FlowSection) -> String {
    var text = ObjectText()
    text.add("section", section.id)
    text.add("title", section.title)
    text.add("steps", list: section.steps.map { description(of: $0) })
    return text.text
  }

  private static func description(of step: Step) -> String {
    var text = ObjectText()
    text.add("step", step.id)
    text.add("name", step.name)
    text.add("activity", step.activity.key)
    text.add("text", step.text)
    text.add("line", Int64(step.line))
    text.add("message", step.message)
    text.add("action", step.action)
    let rows = step.flow.rows.filter { $0.step == step || $0.step(.meant) == step }
    text.add("rows", list: rows.map { description(of: $0) })
    return text.text
  }

  private static func description(of row: Row) -> String {
    var text = ObjectText()
    text.add("row", row.reference)
    text.add("name", row.name)
    text.add("meantID", row.meantID)
    text.add("kind", row.kind.key)
    text.add("text", row.text)
    text.add("next", row.next?.description)
    text.add("meant", row.meant?.description)
    text.add("why", row.why)
    text.add("line", Int64(row.line))
    if row.isAnywhere { text.add("anywhere", true) }
    return text.text
  }

  func find(_ name: String) throws(EngineError) -> Flow {
    guard let flow = catalogue.flow(named: name) else {
      throw EngineError("there is no flow `\(name)`")
    }
    return flow
  }

  mutating func program(as reading: Reading) -> Program {
    if let known = reading == .meant ? meant : written { return known }
    let program = catalogue.compiled(as: reading)
    if reading == .meant { meant = program } else { written = program }
    return program
  }
}

/// Why the engine refuses a request: a sentence in lower case, without a full stop.
public struct EngineError: Error, Sendable {
  /// The sentence.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// A handle that is not of a catalogue, or of one that was closed.
  public static let noSuchCatalogue = EngineError("there is no catalogue with this handle")
  /// A handle that is not of a run, or of one that was closed.
  public static let noSuchRun = EngineError("there is no run with this handle")
}
