internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowEdit
internal import FlowFolder
internal import FlowLoader
internal import FlowTexts
internal import FlowTranslation
internal import Markup

/// A format of another program.
enum TextsFormat: String, ExpressibleByArgument, CaseIterable {
  case xcstrings, android, xliff

  /// The format of a file, by its name.
  init?(ofFile path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "xcstrings": self = .xcstrings
    case "xml": self = .android
    case "xlf", "xliff": self = .xliff
    default: return nil
    }
  }
}

struct TextsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the texts for translators, Xcode or Android.",
    discussion: """
      Writes into a folder: `et.xliff` for each language, one `Flows.xcstrings` with all of them, \
      or `values/flows.xml` and `values-et/flows.xml`. A language that has no texts yet is named \
      with `--lang`.
      """)

  @Option(help: "xliff, xcstrings or android.") var format: TextsFormat
  @Option(name: .customLong("lang"), help: "Only this language. By default all that have texts.")
  var language: String?
  @Option(help: "The language of the flows; by default as flowrun.yaml says, or en.")
  var sourceLanguage: String?
  @Option(name: .shortAndLong, help: "The folder to write.", completion: .directory)
  var output: String
  @Flag(help: "Writes over files with translations that `Flows/texts` lacks.") var replace = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    try requireFolderName(output, for: "--output")
    guard var folder = try flows.opened() else { throw TextsCommand.needsFolder }
    let source = sourceLanguage ?? folder.language
    guard LanguageTag.isValid(source) else {
      throw Refusal("`\(source)` is not the tag of a language")
    }
    let all = try language.map { [try folder.translation(orNew: $0)] } ?? folder.translations()
    guard let first = all.first else {
      throw Refusal("there are no texts in other languages", help: "name one with `--lang et`")
    }
    for translation in all where !translation.file.diagnostics.isEmpty {
      throw Refusal(translation.file.diagnostics, in: [translation.file.source])
    }
    let files = try files(first, all, source)
    if !replace {
      for file in files { try keep(file.name, all, &folder) }
    }
    for file in files {
      try refusing { () throws(FileError) in
        let path = "\(output)/\(file.name)"
        try FileSystem.makeFolder(FlowsFolder.parent(of: path), forEveryone: true)
        try FileSystem.write(Array(file.text.utf8), to: path)
      }
      Console.current.out("\(output)/\(file.name)\n")
    }
  }

  private func files(
    _ first: Translation, _ all: [Translation], _ source: String
  ) throws -> [(name: String, text: String)] {
    do throws(TextsRefusal) {
      switch format {
      case .xcstrings:
        return [("Flows.xcstrings", StringCatalog.text(all, source: source))]
      case .xliff:
        return try all.map { translation throws(TextsRefusal) in
          (
            "\(translation.file.language).xliff",
            try XLIFF.text(translation, source: source)
          )
        }
      case .android:
        let name = AndroidStrings.fileName
        let own = try AndroidStrings.text(first, inLanguage: false)
        return [("\(AndroidStrings.folder(nil))/\(name)", own)]
          + (try all.map { translation throws(TextsRefusal) in
            (
              "\(AndroidStrings.folder(translation.file.language))/\(name)",
              try AndroidStrings.text(translation, inLanguage: true)
            )
          })
      }
    } catch { throw Refusal(error.reason) }
  }
}

struct TextsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Takes translations of translators, Xcode or Android into `Flows/texts`.",
    discussion: """
      Reads what `flowrun texts export` has written, after others have worked on it. What is as \
      it was stays byte by byte. A translation whose words have changed meanwhile is written, and \
      older than its words. Exit status: 1 if such ones are there, or texts of nothing.
      """)

  @Argument(help: "The files: .xliff, .xcstrings, or .xml in a folder `values-et`.")
  var files: [String]
  @Option(help: "xliff, xcstrings or android; by default as the names of the files end.")
  var format: TextsFormat?
  @Option(name: .customLong("lang"), help: "The language, where the file does not say it.")
  var language: String?
  @Option(
    help: "Of Android: the file that was translated. By default that of the same name in `values`.")
  var source: String?
  @Flag(help: "Only shows what would be written, as a patch. Exit status: 1 if there is any.")
  var diff = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    guard var folder = try flows.opened() else { throw TextsCommand.needsFolder }
    var edits: [FlowEdit.File] = []
    var lines: [String] = []
    var isWhole = true
    // Several files may be of the same language.
    var all: [TextUnits] = []
    for path in files {
      for units in try units(of: path, &folder) {
        let place = all.firstIndex { $0.language == units.language }
        let before = place.map { all.remove(at: $0) }
        all.append(
          TextUnits(
            language: units.language, units: (before?.units ?? []) + units.units,
            leftOut: (before?.leftOut ?? []) + units.leftOut))
      }
    }
    for units in all {
      try refuseRelative(of: units.language, &folder)
      let translation = try folder.translation(orNew: units.language)
      let made = try TextsCommand.made(units.units, in: translation, of: folder)
      lines.append("\(units.language): \(made.summary)")
      lines += made.remarks
      lines += units.leftOut.map { "\($0); it was left out" }
      isWhole = isWhole && made.remarks.isEmpty && units.leftOut.isEmpty
      if let file = made.file { edits.append(file) }
    }
    try TextsCommand.write(edits, in: &folder, onlyShows: diff)
    Console.current.out(lines.map { TerminalText.line($0) + "\n" }.joined())
    if !isWhole { throw ExitCode(1) }
  }

  private func units(of path: String, _ folder: inout FlowFolder) throws -> [TextUnits] {
    guard let format = format ?? TextsFormat(ofFile: path) else {
      throw Refusal("`\(path)` is no .xliff, .xcstrings or .xml", help: "name it with `--format`")
    }
    let bytes = try SourceFile(argument: path).bytes
    guard format == .android else {
      return try TextsCommand.units(of: path, bytes, format).map { try named($0, path) }
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let place = parts.count - 2
    let inFolder = place < 0 ? nil : AndroidStrings.language(ofFolder: parts[place])
    if let inFolder { try agree(with: inFolder, path, parts[place]) }
    guard let language = language ?? inFolder else {
      throw Refusal("`\(path)` is in no folder such as `values-et`", help: "name it with `--lang`")
    }
    var own = parts
    if place >= 0 { own[place] = AndroidStrings.folder(nil) }
    let sourcePath = source ?? own.joined(separator: "/")
    let words = try SourceFile(argument: sourcePath).bytes
    let keys = try folder.translation(orNew: language).keys
    do throws(TextsRefusal) {
      return [try AndroidStrings.read(bytes, of: language, translated: words, keys: keys)]
    } catch { throw Refusal("`\(path)`: \(error.reason)") }
  }

  /// The texts in the language that the file says, or else the one that was named.
  private func named(_ units: TextUnits, _ path: String) throws -> TextUnits {
    if let place = units.place {
      try agree(with: units.language, path, place)
    } else if language == nil {
      throw Refusal("`\(path)` does not say its language", help: "name it with `--lang`")
    }
    guard let language else { return units }
    return TextUnits(language: language, units: units.units, leftOut: units.leftOut)
  }

  /// Refuses to begin a language beside one that differs from it by its region only, as `et-EE`
  /// beside `et`, unless it was named: tools of translators add regions on their own.
  private func refuseRelative(of language: String, _ folder: inout FlowFolder) throws {
    guard self.language == nil, LanguageTag.isValid(language), folder.translation(language) == nil,
      let other = folder.translations().map(\.file.language)
        .first(where: { LanguageTag.base($0) == LanguageTag.base(language) })
    else { return }
    throw Refusal(
      "there are no texts in `\(language)`, and there are some in `\(other)`",
      help: "`--lang \(other)` takes them there, and `--lang \(language)` begins a language")
  }

  /// Refuses a file that says another language than the one that was named. Another region is none.
  private func agree(with own: String, _ path: String, _ place: String) throws {
    guard let language, LanguageTag.base(own) != LanguageTag.base(language) else { return }
    throw Refusal(
      "`\(path)`, \(place): this is in `\(own)`, and `--lang` says `\(language)`",
      help: "leave `--lang` away; it is for files that do not say their language")
  }
}
