/// One thing that is different in the newer version of a flow.
public struct FlowChange: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case header
    case sectionAdded = "section added"
    case sectionRemoved = "section removed"
    case sectionReworded = "section reworded"
    case stepAdded = "step added"
    case stepRemoved = "step removed"
    case stepReworded = "step reworded"
    case stepRenumbered = "step renumbered"
    case stepChanged = "step changed"
    case rowAdded = "row added"
    case rowRemoved = "row removed"
    case rowRetargeted = "row retargeted"
    case rowReworded = "row reworded"
    case rowRenumbered = "row renumbered"
    case rowMoved = "row moved"
    case rowChanged = "row changed"
    case unreachable
    case reachable
    case caller
  }

  public let kind: Kind
  /// The id it is about: the newer version's where that has it; empty for the header.
  public let id: String
  /// A sentence for the people who read the document.
  public let text: String
  /// What was there before, and what is there now.
  public let old: String?
  public let new: String?

  init(_ kind: Kind, _ id: String, _ text: String, old: String? = nil, new: String? = nil) {
    self.kind = kind
    self.id = id
    self.text = text
    self.old = old
    self.new = new
  }
}
