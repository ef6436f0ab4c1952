/// A change of flow files: what stands in place of some of their bytes. All other bytes stay.
package struct FlowEdit: Hashable, Sendable {
  /// The change of one file.
  package struct File: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// What the file is before. Nil if it is new.
    package let before: [UInt8]?
    /// What is in place of some of its bytes, in their order.
    package let edits: [TextEdit]
    /// What the file is afterwards. Nil if it goes away.
    package let after: [UInt8]?
    /// What is changed in the text that people read in a file that is no text itself, such as a
    /// document of Word. Such a file has no edits. Nil for a file of text.
    package let shown: ShownText?

    /// A changed file.
    package init(path: String, before: [UInt8], edits: [TextEdit]) {
      self.init(path: path, before: before, edits: edits, after: edits.apply(to: before))
    }

    /// A changed file that is no text.
    package init(path: String, before: [UInt8], after: [UInt8], shown: ShownText) {
      self.init(path: path, before: before, edits: [], after: after, shown: shown)
    }

    /// A new file.
    package init(path: String, new text: String) {
      self.init(path: path, before: nil, edits: [], after: Array(text.utf8))
    }

    private init(
      path: String, before: [UInt8]?, edits: [TextEdit], after: [UInt8]?, shown: ShownText? = nil
    ) {
      (self.path, self.before, self.edits, self.after) = (path, before, edits, after)
      self.shown = shown
    }

    fileprivate func followed(by next: File) -> File {
      guard let before, next.after != nil else {
        return File(path: path, before: before, edits: [], after: next.after)
      }
      guard let shown, let other = next.shown else {
        return File(
          path: path, before: before, edits: edits.followed(by: next.edits, of: before.count))
      }
      return File(
        path: path, before: before, edits: [], after: next.after,
        shown: shown.followed(by: other))
    }

    /// The change that undoes this one.
    package var inverse: File {
      File(
        path: path, before: after, edits: before.map { edits.inverse(of: $0) } ?? [], after: before,
        shown: shown?.inverse)
    }
  }

  /// The changed files, sorted by path.
  package let files: [File]

  /// Whether all its files are text, which other programs can change by the edits.
  package var isText: Bool { files.allSatisfy { $0.shown == nil } }

  /// A change of these files. Those that stay the same are left out.
  package init(_ files: [File]) {
    self.files = files.filter { $0.before != $0.after }.sorted { $0.path < $1.path }
  }

  /// This change and then another one, which was made from what this one leaves.
  package func followed(by next: FlowEdit) -> FlowEdit {
    var files = self.files
    for file in next.files {
      guard let index = files.firstIndex(where: { $0.path == file.path }) else {
        files.append(file)
        continue
      }
      files[index] = files[index].followed(by: file)
    }
    return FlowEdit(files)
  }

  /// The change that undoes this one.
  package var inverse: FlowEdit { FlowEdit(files.map(\.inverse)) }
}
