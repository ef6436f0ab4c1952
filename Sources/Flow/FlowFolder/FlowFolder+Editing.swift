internal import Diagnostics
internal import Files
internal import FlowDocument
package import FlowEdit
internal import FlowFiles
internal import FlowLoader

// Changes of the files of a folder.
extension FlowFolder {
  /// All files, to be changed: as an editor has them, or else as they were read last.
  package func editable() -> EditableFlows {
    EditableFlows(
      flows: paths.filter { documents.file($0) == nil }.compactMap { file($0) },
      scripts: companions(FlowLoader.pathsFolder) + companions(FlowLoader.realFolder),
      rules: companions(FlowLoader.rulesFolder),
      tables: companions(FlowLoader.evidenceFolder) + companions(FlowLoader.testsFolder),
      texts: texts,
      documents: editableDocuments,
      editor: documents.paths.isEmpty ? nil : FolderDocuments(self))
  }

  /// The documents, with their flows and binding files.
  private var editableDocuments: [EditableDocument] {
    let bindings = Dictionary(grouping: flows.bindings, by: \.value)
    return documents.paths.compactMap { path in
      guard let text = documents.file(path), let bytes = documents.bytes(path) else { return nil }
      let beside = (bindings[path] ?? []).map(\.key).sorted()
      return EditableDocument(
        SourceFile(path: path, bytes: bytes), flows: flows.flows(ofDocument: path),
        isText: text.bytes == bytes, bindings: beside.compactMap(documents.bindingFile))
    }
  }

  /// The files of scripts, house rules or tables in one of the folders beside the flows. Those that
  /// cannot be read are left out.
  func companions(_ folder: String) -> [SourceFile] {
    FileSystem.yamlListing(below: "\(name)/\(folder)", isOptional: true).paths.compactMap { path in
      open[path] ?? (try? SourceFile(readingFrom: path))
    }
  }

  /// Whether a file at this path is a file of scripts.
  package func holdsScripts(_ path: String) -> Bool {
    [FlowLoader.pathsFolder, FlowLoader.realFolder].contains { path.hasPrefix("\(name)/\($0)/") }
  }

  /// Writes a change to the disk, and reads the folder again.
  ///
  /// Refuses to write over a file that is another one than that from which the change was made. If
  /// one of several files cannot be written, those before it get their old content back.
  package mutating func write(_ edit: FlowEdit) throws(EditRefusal) {
    for file in edit.files {
      let now = FileSystem.exists(file.path) ? try? FileSystem.read(file.path) : nil
      guard now == file.before else {
        throw EditRefusal(
          "`\(file.path)` has changed on the disk meanwhile", kind: .changedMeanwhile)
      }
    }
    var written: [FlowEdit.File] = []
    do throws(FileError) {
      for file in edit.files {
        // One that cannot be written may be new all the same: its folder was not synchronized.
        written.append(file)
        try FlowFolder.write(file)
      }
    } catch {
      for file in written.reversed() { try? FlowFolder.write(file.inverse) }
      throw EditRefusal("`\(error.path)` cannot be \(error.attempt.rawValue): \(error.reason)")
    }
    reload()
  }

  private static func write(_ file: FlowEdit.File) throws(FileError) {
    if let bytes = file.after {
      try FileSystem.write(bytes, to: file.path)
    } else {
      try FileSystem.destroy(file.path)
    }
  }
}
