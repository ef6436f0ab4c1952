internal import CompiledFlows
internal import FlowModel
internal import FlowRuntime
internal import JSON

/// Compiled flows for a host that is not written in Swift: bytes go in, JSON comes out.
public struct EngineCatalogue: Sendable {
  private let catalogue: Catalogue
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
    JSONValue.array(
      catalogue.flows.map { flow in
        .object([
          "flow": .string(flow.id), "alias": flow.alias.map { .string($0) },
          "kind": .string(flow.kind.rawValue), "title": .string(flow.title),
          "outline": flow.outline.map { .string($0) },
          "facts": .object(members: flow.facts.map { ($0.name, .strings($0.values)) }),
        ])
      }
    ).text
  }

  /// A flow with its sections, steps and rows in document order. A row says where it leads as written
  /// (`next`) and as meant.
  public func flow(_ name: String) throws(EngineError) -> String {
    let flow = try find(name)
    return JSONValue.object([
      "flow": .string(flow.id), "title": .string(flow.title), "kind": .string(flow.kind.rawValue),
      "goal": flow.goal.map { .string($0) }, "path": .string(flow.path),
      "sections": .array(
        flow.sections.map { section in
          .object([
            "section": .string(section.id), "title": .string(section.title),
            "steps": .array(section.steps.map { EngineCatalogue.description(of: $0) }),
          ])
        }),
    ]).text
  }

  private static func description(of step: Step) -> JSONValue {
    let rows = step.flow.rows.filter { $0.step == step || $0.step(.meant) == step }
    return .object([
      "step": .string(step.id), "activity": .string(step.activity.key),
      "text": .string(step.text), "line": .integer(step.line),
      "message": step.message.map { .string($0) }, "action": step.action.map { .string($0) },
      "rows": .array(
        rows.map { row in
          .object([
            "row": .string(row.reference), "kind": .string(row.kind.key),
            "text": .string(row.text), "next": row.next.map { .string($0.description) },
            "meant": row.meant.map { .string($0.description) },
            "why": row.why.map { .string($0) }, "line": .integer(row.line),
          ])
        }),
    ])
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
