internal import Markup

/// Legal Swift identifiers for the names of documents.
///
/// A name is split at everything that is not a letter or a digit, and written in camel case: the
/// outcome `No internet` is `noInternet`, the flow `UC2.3` is `UC2_3`. Two digits that would meet
/// are kept apart by `_`.
enum SwiftName {
  /// The longest identifier. A longer one is cut, and told apart by a number if need be.
  private static let longest = 60

  /// A type: `NoInternet`, `UC2_3`. A name that does not begin with a letter gets the prefix.
  static func type(_ name: String, prefix: String) -> String {
    legal(joined(words(name).map { capitalised($0) }), prefix: prefix)
  }

  /// A property, a function or a case: `noInternet`, `wrong1`.
  static func member(_ name: String, prefix: String) -> String {
    let words = words(name)
    let first = words.first.map { [uncapitalised($0)] } ?? []
    return legal(joined(first + words.dropFirst().map { capitalised($0) }), prefix: prefix)
  }

  /// A name that the flow file gives: `signOut`.
  static func chosen(_ name: String) -> String { reserved.contains(name) ? name + "_" : name }

  /// An id of the document after a letter: `r1_3a`.
  static func id(_ name: String, prefix: String) -> String {
    String((prefix + words(name).joined(separator: "_")).prefix(longest))
  }

  /// Whether a name that somebody chose can be that of a type.
  static func isType(_ name: String) -> Bool {
    let name = name.unicodeScalars
    return name.first.map { isLetter($0) } ?? false
      && name.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" }
      && !keywords.contains(String(name)) && !reserved.contains(String(name))
  }

  /// The identifier as it is written: keywords are in backticks.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  // MARK: Words

  private static func words(_ name: String) -> [String] {
    name.unicodeScalars.split { !isLetter($0) && !isDigit($0) && !isMark($0) }
      .map { word in String(String.UnicodeScalarView(word.filter { !isMark($0) })) }
      .filter { !$0.isEmpty }
  }

  private static func joined(_ words: [String]) -> String {
    words.reduce(into: "") { text, word in
      let meets = text.unicodeScalars.last.map(isDigit) ?? false
      if meets, word.unicodeScalars.first.map(isDigit) ?? false { text += "_" }
      text += word
    }
  }

  private static func legal(_ name: String, prefix: String) -> String {
    let cut = String(name.prefix(longest))
    guard let first = cut.unicodeScalars.first else { return prefix }
    let whole = isDigit(first) ? prefix + cut : cut
    return reserved.contains(whole) ? whole + "_" : whole
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `PIN` is `pin`, `Valid` is `valid`, `PINCode` is `pinCode`.
  private static func uncapitalised(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase || $0.isNumber }.count
    let whole = capitals == word.count || capitals < 2
    let count = whole ? max(capitals, 1) : capitals - 1
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  // MARK: Characters

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    (48...57).contains(scalar.value)
  }

  /// Letters that Swift accepts anywhere in an identifier and that can be seen.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (65...90).contains(scalar.value & ~32) }
    guard scalar.value < 0x1_0000 else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return TerminalText.line(String(scalar)) == String(scalar)
    default: return false
    }
  }

  /// Accents after their letter. Left out, since not all of them may be in an identifier.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  // MARK: Words of Swift

  /// Words that need backticks.
  private static let keywords: Set<String> = [
    "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard", "do",
    "each",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if",
    "import", "in", "inout", "internal", "is", "let", "nil", "open", "operator", "package",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "sending",
    "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "unsafe", "var", "where", "while", "yield",
  ]

  /// Words that mean something else to Swift even in backticks, and those that the written code and
  /// the protocols of its types use.
  private static let reserved: Set<String> = [
    "Actions", "AllCases", "Answer", "Any", "AnyObject", "Bool", "Catalogue", "CompiledFlowsError",
    "FactName",
    "Facts", "HandlerContext", "Handlers", "Input", "InputName", "Never", "OutcomeName", "Program",
    "Protocol", "RawValue", "Row", "RowName", "Secret", "SecretName", "Self", "Sendable",
    "StartingFacts", "Step", "StepName", "String", "Type", "TypedAnswer", "TypedFlow", "Value",
    "ValueName", "allCases", "answer", "compiled", "fact", "flow", "handlers", "hash", "hashValue",
    "init", "outcomes", "program", "rawValue", "self", "values",
  ]
}

/// Identifiers of one scope: each is given once.
struct SwiftScope {
  private var taken: Set<String> = []

  /// The name, or the name with the next free number.
  mutating func add(_ name: String) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = "\(name)_\(number)"
      number += 1
    }
    return SwiftName.written(unique)
  }
}
