internal import Diagnostics
internal import Files
internal import FlowEdit
internal import FlowModel
internal import FlowTesting

/// A path by its flow and name.
struct PathName: Hashable, Comparable, Sendable {
  let flow: String
  let name: String

  static func < (one: PathName, other: PathName) -> Bool {
    (one.flow, one.name) < (other.flow, other.name)
  }
}

/// Paths that no longer play as they were recorded, recorded anew.
struct PathRecords {
  /// The files of scripts with their new texts.
  private var scripts: [(path: String, operations: [EditOperation])] = []
  /// The files of traces with what is in them, and what shall be.
  private var traces: [FlowEdit.File] = []
  /// The names of the paths that are recorded anew.
  private(set) var accepted: [String] = []
  /// What keeps paths from being read. Nothing is recorded then: the traces of the others would go.
  private let unread: [Diagnostic]

  /// - Parameters:
  ///   - folder: the folder of the scripts.
  ///   - isWanted: whether a path may be recorded anew.
  init(
    _ catalogue: Catalogue, folder: String, where isWanted: (PathName) -> Bool = { _ in true }
  ) {
    let replays = Replays(catalogue)
    let book = ReplayBook(folder: folder)
    unread = book.diagnostics
    for chapter in book.chapters {
      var texts: [(name: String, text: String)] = []
      var operations: [EditOperation] = []
      var isNew = false
      for script in chapter.scripts {
        let program = replays.program(as: script.reading)
        let old = chapter.trace(of: script)
        let isLeft = !isWanted(PathName(flow: script.flow, name: script.name))
        let isPlayed =
          isLeft || old != nil && Replay(script, on: program, trace: old).hasPassed
        if !isPlayed, let mended = script.mended(on: program) {
          let isFull = old.map(TraceBook.isFull) ?? chapter.isFull
          texts.append((script.name, Replay(mended, on: program, isFull: isFull).trace))
          operations += PathRecords.operations(from: script, to: mended)
          accepted.append(script.name)
          isNew = true
        } else if let old {
          texts.append((script.name, old))
        }
      }
      guard isNew else { continue }
      if !operations.isEmpty { scripts.append((chapter.path, operations)) }
      traces.append(PathRecords.file(chapter.tracePath, TraceBook.text(of: texts)))
    }
  }

  private static func operations(from old: Script, to new: Script) -> [EditOperation] {
    var operations: [EditOperation] = []
    if old.moves != new.moves {
      let rows = EditValue.list(new.moves.map { .text($0.text) })
      operations.append(.set(.path(old.name), key: "rows", rows))
    }
    if let end = new.end, end != old.end {
      operations.append(.set(.path(old.name), key: "end", .text(end)))
    }
    return operations
  }

  /// A file with another text: only the lines between the first and the last that differ change.
  private static func file(_ path: String, _ text: String) -> FlowEdit.File {
    guard let before = try? FileSystem.read(path) else {
      return FlowEdit.File(path: path, new: text)
    }
    let after = Array(text.utf8)
    let head = zip(before, after).prefix { $0 == $1 }.count
    // Whole lines, since the change is shown as lines.
    let start = before[..<head].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let rest = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }
      .count
    let tail = before[(before.count - rest)...].firstIndex(of: 0x0A).map { before.count - $0 - 1 }
    let end = tail ?? 0
    let piece = String(decoding: after[start..<after.count - end], as: UTF8.self)
    return FlowEdit.File(
      path: path, before: before, edits: [TextEdit(start..<before.count - end, piece)])
  }

  /// The change of the files.
  func edit(of flows: EditableFlows) throws(EditRefusal) -> FlowEdit {
    guard unread.isEmpty else { throw EditRefusal("not all paths can be read", unread) }
    guard !accepted.isEmpty else {
      throw EditRefusal("no path can be recorded anew: none runs to its end")
    }
    var edit = FlowEdit(traces)
    for (path, operations) in scripts {
      edit = edit.followed(by: try flows.draft(operations, in: path))
    }
    return edit
  }
}
