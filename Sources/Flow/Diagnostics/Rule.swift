/// The stable name of what a diagnostic is about: `unknown-target`.
///
/// An open set: the loader and every check declare theirs as static members.
public struct Rule: Hashable, Sendable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
}
