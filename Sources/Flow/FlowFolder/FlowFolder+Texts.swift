package import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
package import FlowTranslation

// The texts of the flows in other languages.
extension FlowFolder {
  /// The files below `texts`. Those that cannot be read are left out.
  package var texts: [SourceFile] { companions(FlowLoader.textsFolder) }

  /// Whether a file at this path is one of texts in another language.
  package func holdsTexts(_ path: String) -> Bool {
    path.hasPrefix("\(name)/\(FlowLoader.textsFolder)/")
  }

  /// The files below `texts`, read or not.
  private var textsFiles: [TextsFile] {
    let listing = FileSystem.yamlListing(
      below: "\(name)/\(FlowLoader.textsFolder)", isOptional: true)
    let files = listing.paths.map { path in
      if let file = open[path] { return TextsFile(file) }
      do throws(FileError) { return TextsFile(try SourceFile(readingFrom: path)) } catch {
        return TextsFile(unreadable: path, Diagnostic(error))
      }
    }
    let all = files + listing.refused.map { TextsFile(unreadable: $0.path, Diagnostic($0)) }
    // Of two files of a language the first one is used.
    var first: [String: String] = [:]
    return all.map { file in
      var file = file
      let language = file.language.lowercased()
      if let other = first[language] {
        file.add(
          Diagnostic(
            .fileName, path: file.path, span: .top,
            "`\(other)` has the texts of the same language, so these are not used",
            help: "write them into one file"))
      } else if language == self.language.lowercased() {
        file.add(
          Diagnostic(
            .fileName, .warning, path: file.path, span: .top,
            "the flows themselves are in `\(file.language)`",
            help: "remove the file; if they are in another language, `language: et` in "
              + "`\(TeamSettings.fileName)` says so"))
      }
      first[language] = first[language] ?? file.path
      return file
    }
  }

  /// The tag of the language in which the flows are written: as the settings say, or `en`.
  package var language: String { settings.team.language ?? "en" }

  /// The path of the file of a language, whether or not it is there.
  package func textsPath(_ language: String) -> String {
    textsFiles.first { $0.language.lowercased() == language.lowercased() }?.path
      ?? "\(name)/\(FlowLoader.textsFolder)/\(language).yaml"
  }

  /// The flows in every language that has a file, by the paths of the files.
  package mutating func translations() -> [Translation] {
    let files = textsFiles
    guard !files.isEmpty else { return [] }
    let catalogue = result().readable
    return files.map { Translation($0, of: catalogue.flows, besides: catalogue.unread) }
  }

  /// The flows in a language. Nil if it has no file.
  package mutating func translation(_ language: String) -> Translation? {
    translations().first { $0.file.language.lowercased() == language.lowercased() }
  }
}
