internal import FlowModel

/// A line of a table that has changed, in both versions.
struct ReviewPlace: Sendable {
  /// A part of a table.
  enum Part: String, Sendable {
    case header, section, step, row
  }

  /// A line of one version.
  struct Cell: Sendable {
    let id: String
    let text: String
    /// The target. Empty if the line has none.
    let next: String
  }

  /// What the line is.
  let part: Part
  /// Everything that has changed in it.
  private(set) var changes: [FlowChange]
  /// The line in the older version. Nil if it is new, and for the header.
  let before: Cell?
  /// The line in the newer version. Nil if it is gone, and for the header.
  let now: Cell?

  /// The newer id as links have it, or the older one of a line that is gone. Empty for the header.
  let at: String
  /// Whether only its number has changed.
  var isRenumbered: Bool { changes.allSatisfy(\.kind.isRenumbering) }

  init(
    _ part: Part, at: String, _ change: FlowChange, before: Cell? = nil, now: Cell? = nil
  ) {
    (self.part, self.at, changes, self.before, self.now) = (part, at, [change], before, now)
  }

  mutating func add(_ change: FlowChange) { changes.append(change) }
}

extension FlowChange.Kind {
  /// Whether only a number changes, which no user sees.
  var isRenumbering: Bool {
    switch self {
    case .sectionRenumbered, .stepRenumbered, .rowRenumbered: true
    case .header, .sectionAdded, .sectionRemoved, .sectionMoved, .sectionReworded, .stepAdded,
      .stepRemoved, .stepReworded, .stepMoved, .stepChanged, .rowAdded, .rowRemoved, .rowRetargeted,
      .rowReworded, .rowMoved, .rowChanged, .first, .unreachable, .reachable, .caller:
      false
    }
  }

  /// The part that a change of this kind is about. Nil for one about another flow.
  var part: ReviewPlace.Part? {
    switch self {
    case .header: .header
    case .sectionAdded, .sectionRemoved, .sectionRenumbered, .sectionMoved, .sectionReworded:
      .section
    case .stepAdded, .stepRemoved, .stepReworded, .stepRenumbered, .stepMoved, .stepChanged, .first,
      .unreachable, .reachable:
      .step
    case .rowAdded, .rowRemoved, .rowRetargeted, .rowReworded, .rowRenumbered, .rowMoved,
      .rowChanged:
      .row
    case .caller: nil
    }
  }

  /// Whether the id of a change is that of the older version, since the part is gone.
  var isGone: Bool {
    switch self {
    case .sectionRemoved, .sectionMoved, .stepRemoved, .rowRemoved: true
    case .header, .sectionAdded, .sectionRenumbered, .sectionReworded, .stepAdded, .stepReworded,
      .stepRenumbered, .stepMoved, .stepChanged, .rowAdded, .rowRetargeted, .rowReworded,
      .rowRenumbered,
      .rowMoved, .rowChanged, .first, .unreachable, .reachable, .caller:
      false
    }
  }
}
