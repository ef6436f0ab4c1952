internal import Archives
internal import Encodings
internal import FlowModel

/// Flows as a folder of files that a browser shows without a server and without a network.
public struct Site: Sendable {
  /// The files by name.
  public let files: [(name: String, bytes: [UInt8])]

  /// Makes the files.
  ///
  /// - Parameter engine: the WebAssembly module, compressed with gzip.
  public init(_ book: Book, name: String, engine: [UInt8]) {
    let scripts = ["engine", "flows", "studio"].map { "<script src=\"\($0).js\"></script>\n" }
    func page(_ title: String, _ flow: String) -> [UInt8] {
      PageFiles.page(title, flow: flow, scripts: scripts.joined())
    }
    var files: [(name: String, bytes: [UInt8])] = [
      ("index.html", page(name, "")),
      ("studio.js", PageFiles.script),
      ("engine.js", Array("var flowrunEngine=\"\(Base64.encoded(engine))\";\n".utf8)),
      (
        "flows.js",
        Array(
          "var flowrunFlows=\"\(Base64.encoded(Zlib.compressed(book.compiled)))\";\nvar flowrunBook=\(book.text);\n"
            .utf8)
      ),
    ]
    files += PageFiles.styles.map { ($0.name, $0.bytes) }
    for (flow, name) in book.flows {
      files.append(("\(name).html", page("\(flow.id) \(flow.title)", flow.id)))
    }
    self.files = files
  }
}
