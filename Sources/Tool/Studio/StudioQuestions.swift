/// What assistants ask the person at the page: whether they may take a row (docs/agents.md).
public struct StudioQuestions: Sendable {
  /// A question that waits.
  public struct Question: Sendable {
    /// Identifies it.
    public let id: String
    /// The row, in words.
    public let words: String

    /// A question with its id and words.
    public init(id: String, words: String) { (self.id, self.words) = (id, words) }
  }

  /// The questions that wait now.
  public let open: @Sendable () -> [Question]
  /// Answers one. False if it does not wait any more.
  public let decide: @Sendable (_ id: String, _ agrees: Bool) -> Bool

  /// Questions with their answers.
  public init(
    open: @escaping @Sendable () -> [Question],
    decide: @escaping @Sendable (_ id: String, _ agrees: Bool) -> Bool
  ) {
    (self.open, self.decide) = (open, decide)
  }
}
