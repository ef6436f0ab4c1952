package import FlowModel

/// Names in code for the steps and rows of a flow that have none, made of their words.
package struct NameProposals: Sendable {
  /// A proposal.
  package struct Proposal: Sendable {
    /// Where it is to be written.
    package let place: EditPlace
    /// The id and the words of the step or row.
    package let id: String
    package let text: String
    /// The name. Nil if the words have no letters that a name can have.
    package let name: String?
  }

  /// The proposals, in document order.
  package private(set) var all: [Proposal] = []
  /// The id of the flow.
  let flow: String
  private var taken: Set<String>

  /// Proposals for a flow. A step without rows is its own row and gets one name.
  package init(_ flow: Flow) {
    self.flow = flow.id
    taken = Set(
      flow.steps.compactMap(\.name) + flow.rows.compactMap(\.name) + flow.steps.map(\.id)
        + flow.rows.map(\.id))
    for step in flow.steps where step.name == nil {
      let words = NameWords(step.subject, isVerb: !step.activity.isNoun, isChoice: false)
      let kind = step.activity == .call ? ["call"] : []
      add(.step(step.id), step.id, step.text, [kind + words.words], or: step.activity.key)
    }
    for row in flow.rows where row.kind != .own && row.name == nil && row == row.original {
      let place: EditPlace =
        row.kind == .extension ? .extension(row.id) : .row(row.reference)
      let label = NameWords(row.label, isVerb: row.kind == .user)
      let words = label.words
      let outcome = row.outcome.map { NameWords($0, isVerb: false).words } ?? []
      let step = NameWords(row.step.subject, isVerb: false).words
      add(
        place, row.reference, row.text,
        [words, label.verb + words, outcome, words.isEmpty ? [] : words + ["at"] + step],
        or: row.kind == .own ? "row" : row.kind.key)
    }
  }

  /// The edits that write the names.
  package var operations: [EditOperation] {
    all.compactMap { one in one.name.map { .set(one.place, key: "name", .text($0)) } }
  }

  private mutating func add(
    _ place: EditPlace, _ id: String, _ text: String, _ candidates: [[String]], or kind: String
  ) {
    let names = candidates.filter { !$0.isEmpty }.map { NameWords.name($0, or: kind) }
    var name = names.first { !taken.contains($0) }
    if name == nil, let first = names.first {
      var number = 2
      let head = String(first.prefix(CodeName.longest - 3))
      while taken.contains("\(head)\(number)") { number += 1 }
      name = "\(head)\(number)"
    }
    if let name { taken.insert(name) }
    all.append(Proposal(place: place, id: id, text: text, name: name))
  }
}

extension Activity {
  /// Whether its subject is a thing, and not a deed.
  fileprivate var isNoun: Bool {
    switch self {
    case .screen, .prompt, .notice, .determine, .validate, .execute, .call, .await: true
    case .system, .os, .user, .outside: false
    }
  }
}

/// The words of a text that a name in code is made of.
struct NameWords {
  private(set) var words: [String]
  /// The verb that was left out, since it says only that something is chosen.
  private(set) var verb: [String] = []

  /// - Parameters:
  ///   - isVerb: whether the first word is what somebody does: `enters` is `enter`.
  ///   - isChoice: whether a word that only says that something is chosen is left out.
  init(_ text: String, isVerb: Bool, isChoice: Bool = true) {
    words = text.unicodeScalars.split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
      .map { NameWords.plain(String($0)) }.filter { !$0.isEmpty }
    if isVerb, let first = words.first { words[0] = NameWords.infinitive(first) }
    if isVerb, isChoice, words.count > 1, NameWords.choosing.contains(words[0].lowercased()) {
      verb = [words.removeFirst()]
    }
    let telling = words.filter { !NameWords.small.contains($0.lowercased()) }
    words = Array((telling.isEmpty ? words : telling).prefix(4))
  }

  /// `forgotPIN` for `Forgot PIN`. What begins with a digit gets a word before it.
  static func name(_ words: [String], or kind: String) -> String {
    var words = words
    if words.first?.first?.isNumber ?? true { words.insert(kind, at: 0) }
    let first = words.first.map { isCapitals($0) ? $0.lowercased() : lowered($0) } ?? ""
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return String(([first] + rest).joined().prefix(CodeName.longest))
  }

  private static func lowered(_ word: String) -> String {
    word.prefix(1).lowercased() + word.dropFirst()
  }

  private static func isCapitals(_ word: String) -> Bool { word.allSatisfy { !$0.isLowercase } }

  /// Words that say that something is chosen.
  private static let choosing: Set = ["select", "click", "tap", "press", "choose", "pick"]
  /// Words that tell nothing.
  private static let small: Set = [
    "a", "an", "the", "is", "are", "it", "has", "have", "been", "be",
  ]

  /// `enter` for `enters`.
  private static func infinitive(_ word: String) -> String {
    for end in ["sses", "shes", "ches", "xes", "oes"] where word.hasSuffix(end) {
      return String(word.dropLast(2))
    }
    let isThird = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
    return isThird ? String(word.dropLast()) : word
  }

  /// The letters that a name can have. Other letters of Latin alphabets lose their accents.
  private static func plain(_ word: String) -> String {
    var text = ""
    for character in word {
      if character.isASCII {
        text.append(character)
      } else if let letter = letters[Character(character.lowercased())] {
        text += character.isUppercase ? letter.prefix(1).uppercased() + letter.dropFirst() : letter
      }
    }
    return text
  }

  private static let letters: [Character: String] = {
    let alike = [
      "a": "äáàâãåāăą", "ae": "æ", "c": "çćčċ", "d": "ďđð", "e": "éèêëēėęě", "g": "ğģ",
      "i": "íìîïīįı", "k": "ķ", "l": "łļľ", "n": "ñńņň", "o": "öõóòôøōő", "oe": "œ", "r": "řŕ",
      "s": "šśşș", "ss": "ß", "t": "ťțţ", "u": "üúùûūůűų", "y": "ýÿ", "z": "žźż",
    ]
    return Dictionary(
      uniqueKeysWithValues: alike.flatMap { plain, letters in letters.map { ($0, plain) } })
  }()
}
