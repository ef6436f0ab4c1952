internal import Diagnostics
internal import FlowModel

/// The parts of a step's sentence: who does what.
struct StepSentence {
  var activity: Activity
  var subject: String
  /// The loading message that the sentence mentions.
  var loading: String?
  /// The assumption that was made, if any.
  var said: String?

  /// Reads the sentence of a step in a table, such as "System displays screen 'X'".
  init(_ raw: String, titles: inout [String: String]) {
    var text = raw
    var loading: String?
    if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
    for tail in [", displays loading message", ", shows loading message"]
    where text.hasSuffix(tail) {
      text.removeLast(tail.count)
      loading = StepSentence.plainLoading
    }
    self.init(text: text, titles: &titles)
    self.loading = loading
  }

  /// The loading message to use if the document does not give its words.
  static let plainLoading = "loading message"

  private init(text: String, titles: inout [String: String]) {
    let words = text.split(separator: " ", maxSplits: 1)
    let first = words.first.map { $0.lowercased() } ?? ""
    let rest = words.count == 2 ? String(words[1]) : ""
    if text.lowercased().hasPrefix("operating system "), text.count > 17 {
      self.init(.os, String(text.dropFirst(17)))
    } else if first == "user", !rest.isEmpty {
      self.init(.user, rest)
    } else if first == "system", !rest.isEmpty {
      self = StepSentence.system(rest, &titles)
    } else {
      self.init(.outside, text)
    }
    activity = subject.isEmpty ? .outside : activity
    if subject.isEmpty { subject = text }
  }

  private init(_ activity: Activity, _ subject: String, said: String? = nil) {
    self.activity = activity
    self.subject = subject
    self.said = said
  }

  private static func system(_ text: String, _ titles: inout [String: String]) -> StepSentence {
    let words = text.split(separator: " ", maxSplits: 1)
    let verb = words.first.map { $0.lowercased() } ?? ""
    let rest = words.count == 2 ? String(words[1]) : ""
    let whole = StepSentence(.system, text)
    guard !rest.isEmpty else { return whole }
    switch verb {
    case "displays", "shows", "presents", "opens": return shown(rest) ?? whole
    case "determines": return StepSentence(.determine, rest)
    case "validates": return StepSentence(.validate, rest)
    case "awaits": return StepSentence(.await, rest)
    case "waits" where rest.lowercased().hasPrefix("for ") && rest.count > 4:
      return StepSentence(.await, String(rest.dropFirst(4)))
    case "executes", "includes": return executed(rest, &titles)
    default: return whole
    }
  }

  /// The words for what a screen shows, and how each is read. The first three are those of flows.
  private static let surfaces: [(word: String, activity: Activity)] = [
    ("screen", .screen), ("prompt", .prompt), ("message", .notice), ("bottom sheet", .prompt),
    ("dialog", .prompt), ("dialogue", .prompt), ("pop-up", .prompt), ("popup", .prompt),
    ("modal", .prompt), ("drawer", .prompt), ("sheet", .prompt), ("overlay", .prompt),
    ("notification", .notice), ("toast", .notice), ("snackbar", .notice), ("banner", .notice),
    ("page", .screen), ("view", .screen),
  ]

  /// Reads `screen 'X'`, `the modal bottom sheet X`, `forgot PIN screen` or just `'X'`. Nil if none
  /// of them is named.
  private static func shown(_ text: String) -> StepSentence? {
    var rest = Substring(text)
    for article in ["the ", "a ", "an "] where rest.lowercased().hasPrefix(article) {
      rest = rest.dropFirst(article.count)
    }
    let hasArticle = rest.count < text.count
    let lower = rest.lowercased()
    if let (lead, name) = quotedEnd(String(rest)) {
      if lead.isEmpty, isSentence(name) {
        return StepSentence(.notice, name, said: "`\(name)` is read as a message")
      }
      if lead.isEmpty { return StepSentence(.screen, name, said: "`\(name)` is read as a screen") }
      let kind = lead.lowercased()
      if let found = surfaces.first(where: { kind == $0.word || kind.hasSuffix(" \($0.word)") }) {
        let isOwn = surfaces[..<3].contains { $0.word == kind }
        return StepSentence(
          found.activity, name, said: isOwn ? nil : "a \(kind) is read as a \(found.activity.key)")
      }
    }
    for (word, activity) in surfaces[..<3] where !hasArticle && lower.hasPrefix(word + " ") {
      // `message showing which courses are left`
      let next = lower.dropFirst(word.count + 1).prefix { $0 != " " }
      if activity == .notice, next.hasSuffix("ing") || joints.contains(String(next)) { return nil }
      return StepSentence(activity, String(rest.dropFirst(word.count + 1)))
    }
    for (word, activity) in surfaces where lower.hasSuffix(" " + word) {
      let name = unquoted(String(rest.dropLast(word.count + 1)))
      // "shows the same page", "shows an error message": not a name.
      // "shows the bill on the screen", "the results on the results page": where it is shown.
      let isSentence = name.first?.isLowercase == true
      let isPlace = places.contains { place in
        name.hasSuffix(place.dropLast()) || isSentence && name.contains(place)
      }
      guard !isPlace, !name.contains("; ") else { return nil }
      let isName =
        (activity != .notice || text.contains("'") || text.contains("\""))
        && !pointers.contains(name.lowercased())
      guard isName || !hasArticle && name.first?.isUppercase == true else { return nil }
      return StepSentence(
        activity, name, said: "`\(name)` is read as the name of the \(activity.key)")
    }
    return nil
  }

  /// Whether quoted words say something, and are no name: `You can only own one farm`.
  private static func isSentence(_ name: String) -> Bool {
    let words = PlainWords.words(name)
    return words.count > 3 && words.dropFirst().contains(where: verbs.contains)
  }

  private static let verbs: Set<String> = [
    "can", "cannot", "must", "not", "will", "could", "should", "please",
  ]

  /// What goes on after "message" in a sentence.
  private static let joints: Set<String> = [
    "that", "which", "with", "to", "for", "about", "of", "in", "on", "if", "when", "and", "or",
    "from", "by", "explaining",
  ]

  /// Words that point to a screen and are not its name.
  private static let pointers: Set<String> = [
    "current", "empty", "blank", "first", "following", "last", "new", "next", "other", "previous",
    "same", "second",
    "that", "this",
  ]

  /// What stands before the screen on which something is shown.
  private static let places = [
    " on the ", " on a ", " on an ", " in the ", " in a ", " in an ", " to the ", " at the ",
  ]

  /// Splits `bottom sheet 'Share'` into what is shown and its name.
  private static func quotedEnd(_ text: String) -> (lead: String, name: String)? {
    guard let last = text.last, let pair = quotes.first(where: { $0.1 == last }),
      let start = text.dropLast().firstIndex(of: pair.0),
      start == text.startIndex || text[text.index(before: start)] == " "
    else { return nil }
    let name = text[text.index(after: start)...].dropLast()
    return name.isEmpty ? nil : (CellText.collapsed(String(text[..<start])), String(name))
  }

  static let quotes: [(Character, Character)] = [
    ("'", "'"), ("‘", "’"), ("“", "”"), ("\"", "\""), ("„", "“"), ("«", "»"), ("‚", "‘"),
    ("`", "`"), ("’", "’"), ("„", "”"), ("„", "\""), ("”", "”"),
  ]

  /// The text without quotation marks around it.
  static func unquoted(_ text: String) -> String {
    guard text.count > 2, let first = text.first, let last = text.last,
      quotes.contains(where: { $0 == (first, last) })
    else { return text }
    return String(text.dropFirst().dropLast())
  }

  private static func executed(_ text: String, _ titles: inout [String: String]) -> StepSentence {
    let lower = text.lowercased()
    for lead in ["partial flow ", "use case ", "error flow ", "flow "] where lower.hasPrefix(lead) {
      let rest = text.dropFirst(lead.count)
      let id = rest.prefix { $0 != " " }
      if FlowName.isID(id) {
        let title = CellText.collapsed(String(rest.dropFirst(id.count)))
        if !title.isEmpty { titles[String(id)] = title }
        return StepSentence(.call, String(id))
      }
      return StepSentence(.call, String(rest))
    }
    return StepSentence(.execute, text)
  }
}

extension StepDraft {
  /// The step that a sentence describes.
  init(_ id: String, _ text: String, _ span: Span, _ reporter: inout Reporter) {
    let sentence = StepSentence(text, titles: &reporter.titles)
    self.init(
      id: id, activity: sentence.activity, subject: text.isEmpty ? id : sentence.subject, span: span
    )
    loading = sentence.loading
    if text.isEmpty {
      reporter.lose(span, "step `\(id)` does not say what happens")
    } else if let said = sentence.said {
      reporter.note(span, said)
    }
  }
}
