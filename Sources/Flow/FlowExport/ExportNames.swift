/// Names that XML, event descriptors and programming languages accept, made from ids of a document.
/// Different texts get different names.
package struct ExportNames: Sendable {
  private var names: [String: String] = [:]
  private var taken: Set<String>
  private let keeps: @Sendable (Character) -> Bool
  private let other: Character

  /// No names yet.
  ///
  /// - Parameters:
  ///   - reserved: names that are not given.
  ///   - other: what stands for a character that a name cannot have.
  ///   - keeps: whether a name can have this character, besides the letters and digits of ASCII.
  package init(
    reserved: [String] = [], other: Character,
    keeping keeps: @escaping @Sendable (Character) -> Bool
  ) {
    taken = Set(reserved)
    self.other = other
    self.keeps = keeps
  }

  /// The name for a text: the same one each time.
  package mutating func name(_ text: String, prefix: String = "") -> String {
    let key = "\(prefix) \(text)"
    if let name = names[key] { return name }
    var plain = prefix
    for character in text {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      plain.append(isPlain || keeps(character) ? character : other)
    }
    if plain.first.map({ !($0.isASCII && $0.isLetter) && $0 != "_" }) ?? true {
      plain = "_\(plain)"
    }
    var name = plain
    var count = 1
    while !taken.insert(name).inserted {
      count += 1
      name = "\(plain)\(other)\(count)"
    }
    names[key] = name
    return name
  }
}
