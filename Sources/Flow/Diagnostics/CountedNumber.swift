extension Int {
  /// A number that others may follow, such as that of a step in a document: a text has numbers of
  /// any size, and `Int` has 32 bits in WebAssembly. Nil for a larger one, and for another text.
  package init?(counted text: some StringProtocol) {
    guard let number = Int(text), (-1_000_000_000...1_000_000_000).contains(number) else {
      return nil
    }
    self = number
  }
}
