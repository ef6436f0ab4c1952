internal import Encodings
internal import JSON

extension LiveBook {
  /// The number of the edition, as pages know it.
  var version: String { "\(era).\(edition.number)" }

  /// All flows as pages show them, as JSON.
  var text: String {
    let text =
      edition.text
      ?? LiveBook.text(
        edition.book.map { Shown($0.compiled, $0.text) }, version: version, saved: edition.saved,
        problems: edition.problems)
    edition.text = text
    return text
  }

  /// What a page shows, as JSON: of many flows those that it begins with, and a list of all.
  ///
  /// - Parameter page: the name of the page. Nil for all flows.
  func text(of page: String?) -> String {
    guard let page, let book = edition.book, book.steps > patience else { return text }
    let parts = BookParts(book)
    guard let part = parts.part(of: page) else { return text }
    return LiveBook.text(
      Shown(part.compiled, part.text, list: parts.list), version: version, saved: edition.saved,
      problems: edition.problems)
  }

  /// Flows that a page gets.
  struct Shown {
    let compiled: [UInt8]
    let book: String
    /// The list of all flows. Nil if these are all.
    let list: JSONValue?

    init(_ compiled: [UInt8], _ book: String, list: JSONValue? = nil) {
      (self.compiled, self.book, self.list) = (compiled, book, list)
    }
  }

  /// What a page shows of an edition or of another version.
  static func text(
    _ shown: Shown?, version: String = "", saved: Int64? = nil, problems: JSONValue = .array([])
  ) -> String {
    let flows = shown.map { "\"\(Base64.encoded($0.compiled))\"" } ?? "null"
    let list = shown?.list.map { ",\"list\":\($0.text)" } ?? ""
    return """
      {"version":"\(version)","saved":\(saved.map { "\($0)" } ?? "null"),\
      "problems":\(problems.text),"flows":\(flows),"book":\(shown?.book ?? "null")\(list)}
      """
  }
}
