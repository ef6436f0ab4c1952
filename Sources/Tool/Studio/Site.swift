internal import Archives
internal import Encodings
internal import FlowModel

/// Flows as a folder of files that a browser shows without a server and without a network.
public struct Site: Sendable {
  /// The files by name.
  public let files: [(name: String, bytes: [UInt8])]

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - engine: the WebAssembly module, compressed with gzip.
  ///   - matrix: the page of evidence. Nil without one.
  public init(_ book: Book, name: String, engine: [UInt8], matrix: String? = nil) {
    let tables = book.tables
    let flows = Site.flows(book.compiled, book.text(tables))
    var files = Site.common(engine) + [("flows.js", flows)]
    let isLarge = Zlib.compressed(flows).count > BookParts.limit
    let parts = isLarge ? BookParts(book, tables: tables).files() : []
    files += parts
    func page(_ title: String, _ flow: String, _ name: String) {
      let flows = parts.isEmpty ? ["flows.js"] : ["list.js", BookParts.name(name)]
      files.append(
        (
          "\(name).html",
          Site.page(title, flow, book.language, ["engine.js"] + flows + ["studio.js"])
        ))
    }
    page(name, "", "index")
    if let matrix { files.append(("evidence.html", Array(matrix.utf8))) }
    for (flow, name) in book.flows { page("\(flow.id) \(flow.title)", flow.id, name) }
    self.files = files
  }

  /// Makes the files of a review: a page with what has changed and the newer flows, and one with
  /// the older flows.
  ///
  /// - Parameters:
  ///   - report: what has changed, as JSON.
  ///   - engine: the WebAssembly module, compressed with gzip.
  public init(review report: String, from old: Book, to new: Book, name: String, engine: [UInt8]) {
    // Each page has both versions: the one that it shows is walked through, the other one is drawn.
    let text = """
      var flowrunReview={"report":\(report),\
      "old":{"flows":"\(Site.packed(old.compiled))","book":"\(Site.packed(Array(old.text.utf8)))"},\
      "new":{"flows":"\(Site.packed(new.compiled))","book":"\(Site.packed(Array(new.text.utf8)))"}};

      """
    let scripts = ["engine.js", "review.js", "studio.js"]
    files =
      Site.common(engine) + [
        ("review.js", Array(text.utf8)), ("index.html", Site.page(name, "", new.language, scripts)),
        ("before.html", Site.page("\(name): before", "", old.language, scripts, side: "old")),
      ]
  }

  /// A script with flows, and what the page shows of them.
  static func flows(_ compiled: [UInt8], _ book: String) -> [UInt8] {
    Array("var flowrunFlows=\"\(packed(compiled))\";\nvar flowrunBook=\(book);\n".utf8)
  }

  private static func packed(_ bytes: [UInt8]) -> String { Base64.encoded(Zlib.compressed(bytes)) }

  private static func page(
    _ title: String, _ flow: String, _ language: String, _ scripts: [String], side: String = "new"
  ) -> [UInt8] {
    let lines = scripts.map { "<script src=\"\($0)\"></script>\n" }.joined()
    return PageFiles.page(title, flow: flow, side: side, language: language, scripts: lines)
  }

  /// The files of every site.
  private static func common(_ engine: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    PageFiles.styles.map { ($0.name, $0.bytes) } + [
      ("studio.js", PageFiles.script),
      ("engine.js", Array("var flowrunEngine=\"\(Base64.encoded(engine))\";\n".utf8)),
    ]
  }
}
