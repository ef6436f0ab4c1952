internal import FlowModel

/// The names of files, by which the file of a flow is found without reading files.
struct FileNames {
  /// The names of the files, without folder and suffix, in lower case.
  private let stems: [[UInt8]]

  init(_ paths: [String]) {
    stems = paths.map { Array(String(Substring(FileNames.stem(of: $0))).lowercased().utf8) }
  }

  /// The name of a file, without folder and suffix.
  static func stem(of path: String) -> Substring.UTF8View {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
    return start < end ? bytes[start..<end] : bytes[start..<start]
  }

  /// The files that may hold the flow with this id or alias. Reading has to confirm it.
  func candidates(for name: String) -> [Int] {
    // The file of an id with spaces, as error flows have, is named after the alias.
    let dash = UInt8(ascii: "-")
    let wanted = name.lowercased().utf8.map { $0 == UInt8(ascii: " ") ? dash : $0 }
    return stems.indices.filter { index in
      let stem = stems[index]
      let rest = stem.count - wanted.count
      guard rest > 0 else { return stem == wanted }
      return (stem[wanted.count] == dash && stem.starts(with: wanted))
        || (stem[rest - 1] == dash && stem[rest...].elementsEqual(wanted))
    }
  }
}

extension FlowTables {
  /// The flows that this flow calls or leads to, in either reading.
  var reached: [String] {
    var names: [String] = []
    for index in all.calls {
      let step = all.steps[Int(index)]
      names.append(string(step.subject))
      let meant = rareFields(of: step).meantCall
      if meant.isPresent { names.append(string(meant)) }
    }
    for row in all.leavings {
      let record = all.rows[Int(row)]
      for target in [record.next, meant(record)] {
        guard let target, target.kind.leadsToFlow else { continue }
        names.append(string(target.name))
      }
    }
    return names
  }
}
