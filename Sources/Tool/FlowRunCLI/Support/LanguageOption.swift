internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowEdit
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowTexts
internal import FlowTranslation

/// The option that selects the language of texts.
struct LanguageOption: ParsableArguments {
  @Option(
    name: .customLong("lang"),
    help: "The language, such as `et`: the texts of `Flows/texts/et.yaml`.")
  var language: String?

  /// All flows that can be read, in the language.
  func catalogue(of flows: FlowsOption) throws -> Catalogue {
    let catalogue = try flows.catalogue()
    guard let texts = try translation(in: flows)?.texts else { return catalogue }
    return catalogue.translated(by: texts)
  }

  /// The texts of the language. Nil if none was asked for.
  func translation(in flows: FlowsOption) throws -> Translation? {
    guard let language else { return nil }
    guard var folder = try flows.opened() else {
      throw Refusal("`--lang` needs the folder of the flows, since compiled ones have no texts")
    }
    return try folder.translation(named: language)
  }
}

extension FlowFolder {
  /// The flows in a language. Refuses without a file of it, or if that cannot be read.
  mutating func translation(named language: String) throws -> Translation {
    let all = translations()
    guard let found = translation(language) else {
      let languages = all.map(\.file.language)
      throw Refusal(
        "there is no `\(textsPath(language))`",
        help: languages.isEmpty
          ? "docs/texts.md shows how to write one"
          : "there are texts in \(languages.joined(separator: ", "))")
    }
    return try found.sound()
  }

  /// The flows in a language, which may have no file yet.
  mutating func translation(orNew language: String) throws -> Translation {
    guard LanguageTag.isValid(language) else {
      throw Refusal("`\(language)` is not the tag of a language", help: "write `et`, or `pt-BR`")
    }
    if let found = translation(language) {
      return try found.sound()
    }
    let catalogue = result().readable
    return Translation(
      TextsFile(beginning: textsPath(language)), of: catalogue.flows, besides: catalogue.unread)
  }
}

extension TextsCommand {
  static let needsFolder = Refusal("compiled flows have no texts; name the folder of the flows")

  static func unknown(_ key: String, in translation: Translation) -> Refusal {
    let near = DidYouMean.question(for: key, in: translation.items.map(\.text.key))
    return Refusal(
      "there is no text `\(key)`",
      help: near ?? "`flowrun texts list \(translation.file.language)` prints keys")
  }

  /// The change that takes texts into the file of a language.
  static func made(
    _ units: [TextUnit], in translation: Translation, of folder: FlowFolder
  ) throws -> TextImport {
    let isThere = folder.texts.contains { $0.path == translation.file.path }
    do throws(EditRefusal) {
      return try TextImport(units, into: translation, isThere: isThere)
    } catch { throw Refusal(error.message) }
  }

  static func write(
    _ files: [FlowEdit.File], in folder: inout FlowFolder, onlyShows: Bool = false
  ) throws {
    // The first file of texts makes their folder.
    for file in files where file.before == nil && !onlyShows {
      let parent = FlowsFolder.parent(of: file.path)
      try refusing { () throws(FileError) in
        try FileSystem.makeFolder(parent, forEveryone: true)
      }
    }
    try makeChange(FlowEdit(files), in: &folder, onlyShows: onlyShows)
  }
}

extension Translation {
  /// The translation, if its file can be used.
  func sound() throws -> Translation {
    guard file.isSound else { throw Refusal(file.diagnostics, in: [file.source]) }
    return self
  }

  /// How much a language has, in a line.
  var summary: String {
    let shown = items.filter(\.text.isShown)
    let older = items.count { $0.isOlder && !$0.isNew }
    let missing = items.count { $0.entry == nil }
    var text =
      "\(file.language): \(items.count(where: \.isUsed)) of \(items.count) texts, "
      + "\(shown.count(where: \.isUsed)) of \(shown.count) that the app shows"
    if missing > 0 { text += "; \(missing) missing" }
    if older > 0 { text += "; \(older) older than their words" }
    if !unused.isEmpty { text += "; \(unused.count) of nothing" }
    return text
  }
}

extension TextImport {
  /// What was taken, in a line.
  var summary: String {
    "\(added) new, \(changed) changed, \(signed) said to fit, "
      + (due > 0 ? "\(due) to be looked at again, " : "") + "\(same) as they were"
      + (untranslated > 0 ? ", \(untranslated) not translated" : "")
  }
  /// What was not taken as it stands in the file, a line for each text.
  var remarks: [String] {
    outdated.map { "\($0): its words have changed since; it is older than them" }
      + unknown.map { "\($0): there is no such text; it was left out" }
      + blank.map { "\($0): its translation has only blanks; it was left out" }
      + repeated.map { "\($0): it is there again and says something else; the first one counts" }
  }
}
