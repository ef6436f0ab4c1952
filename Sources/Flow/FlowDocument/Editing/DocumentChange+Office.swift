internal import Diagnostics
internal import FlowEdit

// Documents of Word and OpenDocument, whose words stand between tags that stay.
extension DocumentChange {
  static func signed(_ path: String) -> EditRefusal {
    EditRefusal(
      "`\(path)` is signed, and a change would break the signature; change it in the program that "
        + "signed it")
  }

  /// What is read in the document with other bytes for its text. Nil if that cannot be read.
  func read(_ part: [UInt8]) -> SourceFile? {
    guard let archive else {
      return DocumentText.file(SourceFile(path: file.path, bytes: part))
    }
    return archive.markdown(of: part).map {
      SourceFile(path: file.path, bytes: Array($0.utf8))
    }
  }

  /// The document after edits of its text. Nil if the archive cannot be written.
  ///
  /// - Parameters:
  ///   - part: the text after the edits.
  ///   - read: what is read in the document then.
  func changed(_ edits: [TextEdit], _ part: [UInt8], _ read: SourceFile) -> FlowEdit.File? {
    guard let archive else {
      return FlowEdit.File(path: file.path, before: file.bytes, edits: edits)
    }
    return archive.replacing(part).map {
      FlowEdit.File(
        path: file.path, before: whole, after: $0,
        shown: ShownText(before: text.bytes, after: read.bytes))
    }
  }

  /// Edits after which all tags between letters are still there: new words stand where the first of
  /// the old ones stood. Nil if an edit goes over the end of a paragraph, or into words that a
  /// field would give again.
  func betweenTags(_ edits: [TextEdit]) -> [TextEdit]? {
    guard written.format.isOffice else { return edits }
    var result: [TextEdit] = []
    for edit in edits {
      let letters = written.letters(in: edit.range)
      // Elements as a whole are added.
      if edit.range.isEmpty, edit.text.first(where: { !$0.isWhitespace }) != "<" {
        guard let place = place(near: letters.lowerBound) else { return nil }
        result.append(TextEdit(place..<place, edit.text))
        continue
      }
      // Or they are taken out.
      guard !letters.isEmpty, !edit.text.isEmpty || !isWall(letters.lowerBound) else {
        result.append(edit)
        continue
      }
      guard !letters.contains(where: { isWall($0) || written.given.contains($0) }) else {
        return nil
      }
      var pieces: [Range<Int>] = []
      for letter in letters {
        let place = written.places[letter]
        if let last = pieces.last, last.upperBound == place.lowerBound {
          pieces[pieces.count - 1] = last.lowerBound..<place.upperBound
        } else {
          pieces.append(place)
        }
      }
      let first = pieces.firstIndex { written.format == .openDocument || !isTag($0) }
      guard let first else { return nil }
      for (index, piece) in pieces.enumerated() {
        result.append(TextEdit(piece, index == first ? edit.text : ""))
      }
    }
    return result
  }

  /// The tags between some letters of a document of Word or OpenDocument. Empty for others.
  func tags(within letters: [Int]) -> String {
    guard written.format.isOffice, let first = letters.first, let last = letters.last else {
      return ""
    }
    return (first..<last).map { letter in
      let (one, other) = (written.places[letter], written.places[letter + 1])
      return String(decoding: file.bytes[one.upperBound..<other.lowerBound], as: UTF8.self)
    }.joined()
  }

  private func isWall(_ letter: Int) -> Bool { written.scalars[letter] == WrittenText.wall }

  private func isTag(_ place: Range<Int>) -> Bool {
    file.bytes[place.lowerBound] == UInt8(ascii: "<")
  }

  /// The place after the text before a letter, or else before the letter.
  private func place(near letter: Int) -> Int? {
    func isText(_ letter: Int) -> Bool {
      written.places.indices.contains(letter) && !isTag(written.places[letter])
        && !written.given.contains(letter)
    }
    if isText(letter - 1) { return written.places[letter - 1].upperBound }
    return isText(letter) ? written.places[letter].lowerBound : nil
  }

  /// The row of a table or the paragraph in which a letter stands.
  func officeBlock(around letter: Int) -> Range<Int> {
    let place = written.places[letter].lowerBound
    let around = tags.filter { tag in
      !tag.isEnd && tag.range.lowerBound <= place && place < tag.end ?? 0
    }
    let found =
      around.last { PageTags.rows.contains($0.name) }
      ?? around.last { ["w:p", "text:p", "text:h"].contains($0.name) }
    guard let found, let end = found.end else { return letter..<(letter + 1) }
    return written.letters(in: found.range.lowerBound..<end)
  }

  /// Other words in a link, which would still lead to the old target: they are a link no more.
  func withoutLink(_ edits: [TextEdit]) -> [TextEdit] {
    guard edits.count == 1, let edit = edits.first else { return edits }
    let link = tags.last { tag in
      ["w:hyperlink", "text:a"].contains(tag.name) && !tag.isEnd
        && tag.range.upperBound <= edit.range.lowerBound
        && edit.range.upperBound <= (tag.end ?? 0)
    }
    guard let link, let end = link.end,
      let last = file.bytes[..<end].lastIndex(of: UInt8(ascii: "<"))
    else { return edits }
    return [TextEdit(link.range, ""), edit, TextEdit(last..<end, "")]
  }
}
