/// The stable name of a kind of diagnostic, such as `unknown-target`.
///
/// The set is open: the loader and the checks declare their rules as static members.
public struct Rule: Hashable, Sendable, CustomStringConvertible {
  /// The name, in lower case with hyphens.
  public let name: String

  /// The rule called `name`.
  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
}
