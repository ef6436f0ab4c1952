public import Diagnostics

/// Something in a flow that a message can be about.
public enum FlowPart: Hashable, Sendable {
  case flow(Flow)
  case section(Section)
  case step(Step)
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

  /// What the file says about a slip of the document here.
  public var slip: String? {
    switch self {
    case .flow(let flow): flow.slip
    case .section: nil
    case .step(let step): step.slip
    case .row(let row): row.slip
    }
  }

  /// Where its id stands in the file.
  public var span: Span {
    switch self {
    case .flow(let flow): flow.span
    case .section(let section): section.span
    case .step(let step): step.span
    case .row(let row): row.span
    }
  }
}
