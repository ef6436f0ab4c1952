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

    /// A changed file.
    package init(path: String, before: [UInt8], edits: [TextEdit]) {
      (self.path, self.before, self.edits) = (path, before, edits)
      after = edits.apply(to: before)
    }

    /// A new file.
    package init(path: String, new text: String) {
      (self.path, before, edits, after) = (path, nil, [], Array(text.utf8))
    }

    private init(path: String, before: [UInt8]?, edits: [TextEdit], after: [UInt8]?) {
      (self.path, self.before, self.edits, self.after) = (path, before, edits, after)
    }

    fileprivate func followed(by next: File) -> File {
      guard let before, next.after != nil else {
        return File(path: path, before: before, edits: [], after: next.after)
      }
      var text = EditedText(count: before.count)
      text.apply(edits)
      text.apply(next.edits)
      return File(path: path, before: before, edits: text.edits)
    }

    /// The change that undoes this one.
    package var inverse: File {
      File(
        path: path, before: after, edits: before.map { edits.inverse(of: $0) } ?? [], after: before)
    }
  }

  /// The changed files, sorted by path.
  package let files: [File]

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
