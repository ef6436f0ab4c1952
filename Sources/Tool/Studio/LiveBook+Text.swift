internal import Encodings
internal import JSON

extension LiveBook {
  /// Everything that a page shows of an edition or of another version.
  static func text(
    of book: Book?, version: String = "", saved: Int64? = nil, problems: JSONValue = .array([])
  ) -> String {
    let flows = book.map { "\"\(Base64.encoded($0.compiled))\"" } ?? "null"
    return """
      {"version":"\(version)","saved":\(saved.map { "\($0)" } ?? "null"),\
      "problems":\(problems.text),"flows":\(flows),"book":\(book?.text ?? "null")}
      """
  }
}
