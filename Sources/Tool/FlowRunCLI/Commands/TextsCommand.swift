internal import ArgumentParser
internal import FlowFolder
internal import FlowTexts
internal import FlowTranslation
internal import Markup

/// `flowrun texts`: texts in other languages.
struct TextsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "texts",
    abstract: "Shows what is translated, and exchanges texts with translators and apps.",
    discussion: """
      The texts of flows in another language stand in `Flows/texts/et.yaml`, each with a \
      fingerprint of the words that it translates. docs/texts.md describes it.
      """,
    subcommands: [
      TextsListCommand.self, TextsSetCommand.self, TextsExportCommand.self, TextsImportCommand.self,
    ], defaultSubcommand: TextsListCommand.self)
}

struct TextsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Shows how many texts each language has; for one language, what it lacks.")

  @Argument(help: "The language, such as `et`. By default a line for each.")
  var language: String?
  @OptionGroup var flows: FlowsOption

  func run() throws {
    guard var folder = try flows.opened() else { throw TextsCommand.needsFolder }
    if let language { return show(try folder.translation(named: language)) }
    let all = folder.translations()
    if all.isEmpty {
      Console.current.out("no texts in other languages; docs/texts.md shows how to begin\n")
    }
    let (sound, others) = (all.filter(\.file.isSound), all.filter { !$0.file.isSound })
    for translation in sound { Console.current.out(translation.summary + "\n") }
    guard others.isEmpty else {
      throw Refusal(others.flatMap(\.file.diagnostics), in: others.map(\.file.source))
    }
  }

  /// Prints what a language lacks, and what is older than its words.
  private func show(_ translation: Translation) {
    for item in translation.items where !item.isUsed || item.isNew {
      let state =
        item.entry == nil ? "missing" : !item.admits ? "values" : item.isNew ? "unsigned" : "older"
      let words = TerminalText.line(item.text.text)
      Console.current.out("\(state.padded(to: 8))  \(item.text.key)  \(words)\n")
    }
    Console.current.out(translation.summary + "\n")
  }
}

struct TextsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Writes a text in a language.",
    discussion: """
      `flowrun texts set et UC1:bookRoom.message "Kes broneerib?"` writes the text with the \
      fingerprint of the words as they are now. `flowrun texts list et` prints the keys.
      """)

  /// The words of a command line, in which the text is no option although it begins with a hyphen.
  static func taken(_ arguments: [String]) -> [String] {
    guard arguments.prefix(2) == ["texts", "set"], !arguments.contains("--") else {
      return arguments
    }
    let options = ["-h", "--help", "--help-hidden", "--version"]
    var (words, texts, isValue) = ([String](), [String](), false)
    for word in arguments {
      let isOption =
        !word.hasPrefix("-") || options.contains(word) || word.hasPrefix("--flows")
      if isOption || isValue { words.append(word) } else { texts.append(word) }
      isValue = word == "--flows"
    }
    return texts.count == 1 ? words + ["--"] + texts : arguments
  }

  @Argument(help: "The language, such as `et`.") var language: String
  @Argument(help: "The key of the text, such as `UC1:bookRoom.message`.") var key: String
  @Argument(help: "The text.") var text: String
  @OptionGroup var flows: FlowsOption

  func run() throws {
    guard var folder = try flows.opened() else { throw TextsCommand.needsFolder }
    let translation = try folder.translation(orNew: language)
    guard let item = translation.items.first(where: { $0.text.key == key }) else {
      throw TextsCommand.unknown(key, in: translation)
    }
    guard !text.allSatisfy(\.isWhitespace) else { throw Refusal("a text needs a letter") }
    let unit = TextUnit(key: key, source: item.text.text, target: text)
    let made = try TextsCommand.made([unit], in: translation, of: folder)
    if let file = made.file { try TextsCommand.write([file], in: &folder) }
  }
}
