public import Diagnostics

/// A part of a flow that a message can be about.
public enum FlowPart: Hashable, Sendable {
  /// The whole flow.
  case flow(Flow)
  /// A section.
  case section(FlowSection)
  /// A step.
  case step(Step)
  /// A row.
  case row(Row)

  /// The id with its flow: `UC2.3:1.4b`.
  public var qualified: String {
    switch self {
    case .flow(let flow): flow.id
    case .section(let section): "\(Flow(tables: section.tables).id):\(section.id)"
    case .step(let step): step.qualified
    case .row(let row): row.qualified
    }
  }

  /// The text of `slip` at this part.
  public var slip: String? {
    switch self {
    case .flow(let flow): flow.slip
    case .section: nil
    case .step(let step): step.slip
    case .row(let row): row.slip
    }
  }

  /// The place of the part's id in the file.
  public var span: SourceSpan {
    switch self {
    case .flow(let flow): flow.span
    case .section(let section): section.span
    case .step(let step): step.span
    case .row(let row): row.span
    }
  }
}
