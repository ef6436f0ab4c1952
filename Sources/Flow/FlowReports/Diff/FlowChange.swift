/// One change in the newer version of a flow.
public struct FlowChange: Hashable, Sendable {
  /// The kind of a change; the raw value is its name in JSON.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A key of the header has another value.
    case header
    /// A section was added.
    case sectionAdded = "section added"
    /// A section was removed.
    case sectionRemoved = "section removed"
    /// The id of a section changed.
    case sectionRenumbered = "section renumbered"
    /// A section became a part of a new flow.
    case sectionMoved = "section moved"
    /// The title of a section changed.
    case sectionReworded = "section reworded"
    /// A step was added.
    case stepAdded = "step added"
    /// A step was removed.
    case stepRemoved = "step removed"
    /// The sentence of a step changed.
    case stepReworded = "step reworded"
    /// The id of a step changed.
    case stepRenumbered = "step renumbered"
    /// A step came to another section, and one of the two has rows that hold anywhere in it.
    case stepMoved = "step moved"
    /// Another key of a step changed.
    case stepChanged = "step changed"
    /// A row was added.
    case rowAdded = "row added"
    /// A row was removed.
    case rowRemoved = "row removed"
    /// A row leads to another target.
    case rowRetargeted = "row retargeted"
    /// The sentence of a row changed.
    case rowReworded = "row reworded"
    /// The id of a row changed.
    case rowRenumbered = "row renumbered"
    /// A row moved to another step.
    case rowMoved = "row moved"
    /// Another key of a row changed.
    case rowChanged = "row changed"
    /// Another step is the first one.
    case first = "first step"
    /// A step can no longer be reached.
    case unreachable
    /// A step can be reached now.
    case reachable
    /// A row of another flow leads to the changed flow.
    case caller
  }

  /// The kind of the change.
  public let kind: Kind
  /// The id of the part that changed: the newer one if there is one. Empty for the header.
  public let id: String
  /// The change as a sentence, for people who read the document.
  public let text: String
  /// The older value, if there is one.
  public let old: String?
  /// The newer value, if there is one.
  public let new: String?

  init(_ kind: Kind, _ id: String, _ text: String, old: String? = nil, new: String? = nil) {
    self.kind = kind
    self.id = id
    self.text = text
    self.old = old
    self.new = new
  }
}
