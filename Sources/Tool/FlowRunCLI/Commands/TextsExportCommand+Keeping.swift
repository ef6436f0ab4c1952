internal import Diagnostics
internal import Files
internal import FlowFolder
internal import FlowTexts
internal import FlowTranslation

extension TextsCommand {
  /// The texts of a file that says its languages.
  static func units(
    of path: String, _ bytes: [UInt8], _ format: TextsFormat
  ) throws -> [TextUnits] {
    do throws(TextsRefusal) {
      switch format {
      case .xcstrings: return try StringCatalog.read(bytes)
      case .xliff: return try XLIFF.read(bytes)
      case .android: return []
      }
    } catch { throw Refusal("`\(path)`: \(error.reason)") }
  }
}

// What other programs have written is not lost.
extension TextsExportCommand {
  /// Refuses to write over a file with translations that `Flows/texts` lacks.
  func keep(_ name: String, _ all: [Translation], _ folder: inout FlowFolder) throws {
    let path = "\(output)/\(name)"
    guard FileSystem.exists(path) else { return }
    var keys: [String] = []
    for units in try units(there: path, name, all) {
      guard let translation = all.first(where: { $0.file.language == units.language }) else {
        throw Refusal(
          "`\(path)` has texts in `\(units.language)`, which would be lost", help: help(path))
      }
      let made = try TextsCommand.made(units.units, in: translation, of: folder)
      // What translates nothing here either is no loss.
      let unused = Set(translation.unused.map(\.key))
      keys += made.differing + made.unknown.filter { !unused.contains($0) }
    }
    guard !keys.isEmpty else { return }
    let first = keys.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let more = keys.count > 3 ? ", and \(keys.count - 3) more" : ""
    throw Refusal(
      "`\(path)` says \(keys.count == 1 ? "a text" : "\(keys.count) texts") otherwise than "
        + "`\(folder.name)/texts`: \(first)\(more)", help: help(path))
  }

  private func help(_ path: String) -> String {
    "`flowrun texts import \(path)` takes what it says, and `--replace` writes over it"
  }

  /// The texts of a file that is there.
  private func units(
    there path: String, _ name: String, _ all: [Translation]
  ) throws -> [TextUnits] {
    let bytes = try SourceFile(argument: path).bytes
    guard format == .android else { return try TextsCommand.units(of: path, bytes, format) }
    guard
      let translation = all.first(where: { translation in
        name.hasPrefix(AndroidStrings.folder(translation.file.language) + "/")
      })
    else { return [] }
    let words = "\(output)/\(AndroidStrings.folder(nil))/\(AndroidStrings.fileName)"
    let isThere = FileSystem.exists(words)
    let source = isThere ? try SourceFile(argument: words).bytes : []
    do throws(TextsRefusal) {
      return [
        try AndroidStrings.read(
          bytes, of: translation.file.language,
          translated: isThere
            ? source : Array(try AndroidStrings.text(translation, inLanguage: false).utf8),
          keys: translation.keys)
      ]
    } catch { throw Refusal("`\(path)`: \(error.reason)", help: help(path)) }
  }
}
