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

  /// The change that undoes this one.
  package var inverse: FlowEdit { FlowEdit(files.map(\.inverse)) }
}
