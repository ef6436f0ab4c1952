public import Diagnostics
internal import FlowLoader

// What is said beside documents, in their use cases.
extension DocumentSet {
  /// Takes what binding files say into the use cases that they are about. Files about others are
  /// left alone.
  ///
  /// - Returns: the paths of the files, by the ids of their use cases.
  @discardableResult
  public mutating func bind(_ files: [SourceFile]) -> [String: String] {
    var found: [String: String] = [:]
    for file in files {
      let binding = BindingFile(file)
      guard let id = binding.flow?.lowercased(),
        let place = members.firstIndex(where: { $0.flow.id.lowercased() == id }),
        members[place].document != nil
      else { continue }
      guard found[members[place].flow.id] == nil else {
        report(binding, "`\(members[place].flow.id)` has a binding file already")
        continue
      }
      found[members[place].flow.id] = file.path
      bind(place, by: binding)
    }
    return found
  }

  private mutating func bind(_ place: Int, by binding: BindingFile) {
    let flow = members[place].flow
    let bound = BoundDraft(flow.draft, binding)
    let (_, read) = DocumentImport.written(bound.draft, in: members[place].document ?? "")
    add(bound.diagnostics)
    guard read.flow != nil else {
      return report(
        binding, "`\(flow.id)` cannot be read with this file, so nothing of it is taken")
    }
    replace(place, by: bound.draft)
  }

  private mutating func report(_ binding: BindingFile, _ message: String) {
    add([
      Diagnostic(
        .documentUnplaced, path: binding.file.path, span: binding.flowSpan, message,
        help: "`flowrun check` of the documents says where it is wrong")
    ])
  }
}
