internal import Diagnostics

extension DocumentFlows {
  /// What somebody has to know who opens the documents: a line for each use case of which something
  /// is missing, and one for the documents without any.
  ///
  /// - Parameter isAsked: whether a document is asked for, by its path.
  package func summary(where isAsked: (String) -> Bool = { _ in true }) -> [String] {
    lost(where: isAsked).map(\.words)
      + DocumentFlows.summary(
        withoutUseCase: withoutUseCase.filter(isAsked), unread: unread.filter(isAsked))
  }

  /// The same for somebody who does not see the findings, each line with the id of its flow if it
  /// is about one: also a line for each use case that is left out.
  package var notes: [(flow: String?, words: String)] {
    lost { _ in true } + leftOut.map { (nil, "\($0.path): \($0.message)") } + rest
  }

  private func lost(where isAsked: (String) -> Bool) -> [(flow: String?, words: String)] {
    readings.filter { !$0.reading.unplaced.isEmpty && isAsked($0.file.path) }.map {
      ($0.id, "\($0.file.path): \($0.reading.summary(of: $0.id, in: $0.file))")
    }
  }

  private var rest: [(flow: String?, words: String)] {
    DocumentFlows.summary(withoutUseCase: withoutUseCase, unread: unread).map { (nil, $0) }
  }

  /// A line for documents without a use case, and one for files in formats that cannot be read.
  package static func summary(withoutUseCase: [String], unread: [String]) -> [String] {
    line(of: withoutUseCase, "has no use case", "documents have no use case")
      + line(
        of: unread, "cannot be read; save it as .docx, .odt, .html or Markdown",
        "files cannot be read (save them as .docx, .odt, .html or Markdown)")
  }

  /// A line about files, which names the first ones: a folder may have hundreds, and lines are
  /// read.
  private static func line(of paths: [String], _ one: String, _ many: String) -> [String] {
    guard let first = paths.first else { return [] }
    let some = paths.prefix(5).joined(separator: ", ")
    return [
      paths.count == 1
        ? "\(first) \(one)" : "\(paths.count) \(many): \(some)\(paths.count > 5 ? ", ..." : "")"
    ]
  }
}
