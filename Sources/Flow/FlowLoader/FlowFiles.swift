internal import FlowModel
internal import FlowText

/// The flow files of a folder, found by the names of flows without being read.
struct FlowFiles {
  let paths: [String]
  /// The names of the files, without folder and suffix, in lower case.
  private let stems: [String]

  init(_ paths: [String]) {
    self.paths = paths
    stems = paths.map { path in
      let bytes = path.utf8
      let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex
      let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
      return start < end ? path[start..<end].lowercased() : ""
    }
  }

  /// The files that may hold the flow of that id or alias: a hint, which only reading proves right.
  func candidates(for name: String) -> [Int] {
    // An id with spaces, as error flows have, names its file by its alias.
    let wanted = String(decoding: name.lowercased().utf8.map { $0 == 32 ? 45 : $0 }, as: UTF8.self)
    return stems.indices.filter { index in
      let stem = stems[index]
      return stem == wanted || stem.hasPrefix(wanted + "-") || stem.hasSuffix("-" + wanted)
    }
  }
}

extension FlowTables {
  /// The flows that this one calls or leads to, in either reading.
  var reached: [String] {
    var names: [String] = []
    for step in steps where step.activity == .call {
      names.append(string(step.subject))
      let meant = details(of: step).meantCall
      if meant.isPresent { names.append(string(meant)) }
    }
    for row in leavings {
      let record = rows[Int(row)]
      for target in [record.next, meant(record)] {
        guard let target, target.kind == .goto || target.kind == .error else { continue }
        names.append(string(target.name))
      }
    }
    return names
  }
}
