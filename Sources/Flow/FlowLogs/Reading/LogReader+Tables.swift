internal import Diagnostics
internal import MarkupEvents

extension LogReader {
  /// Reads a table with commas (RFC 4180), or with semicolons or tabs if its headings have no
  /// commas. Needs columns for the case and the row.
  mutating func readCSV(_ file: SourceFile) {
    var records = CSVSequence(file.bytes)
    guard let headings = records.next() else { return }
    func column(_ name: String) -> Int? { headings.firstIndex(of: name) }
    for name in [mapping.caseID, mapping.row] where column(name) == nil {
      refuse(
        "the table has no column `\(name)`", at: nil, in: file,
        help: DidYouMean.question(for: name, in: headings)
          ?? "its columns are \(headings.map { "`\($0)`" }.joined(separator: ", ")); "
          + "say in a mapping file which is which, and give it with `--map`")
    }
    guard let id = column(mapping.caseID), let row = column(mapping.row) else { return }
    let time = column(mapping.at)
    let more = (mapping.attributes.isEmpty ? ["release": "release"] : mapping.attributes)
      .compactMap { name, heading in column(heading).map { (name, $0) } }
    while let record = records.next() {
      guard record.count > max(id, row) else { continue }
      let index = log.index(ofCase: record[id])
      for (name, place) in more where place < record.count && !record[place].isEmpty {
        log.set(name, to: record[place], ofCase: index)
      }
      let at = time.flatMap { $0 < record.count ? LogTime.milliseconds(record[$0]) : nil }
      log.add(mapping.row(for: record[row]), at: at, toCase: index)
    }
  }

  /// Reads XES: a run is a `trace`; rows are the names of events, or their `flow:row`.
  mutating func readXES(_ file: SourceFile) {
    guard var reader = MarkupReader(file.bytes, as: .xml) else {
      return refuse(
        "the file is not XML", at: nil, in: file, help: "XES is XML, with a `log` of `trace`s")
    }
    var parents: [String] = []
    var (index, row, at): (Int?, String?, Int64?)
    var facts: [(String, String)] = []
    var hasLog = false
    while let event = reader.next() {
      switch event {
      case .start(let name):
        if name == "log" { hasLog = true }
        if name == "trace" { (index, facts) = (nil, []) }
        if name == "event" { (row, at) = (nil, nil) }
        if let key = reader.attribute("key"), let value = reader.attribute("value") {
          switch (parents.last, key) {
          case ("trace", "concept:name"): index = log.index(ofCase: value)
          case ("trace", "release"): facts.append(("release", value))
          case ("trace", _) where key.hasPrefix("fact:"): facts.append((key, value))
          case ("event", "flow:row"): row = value
          case ("event", "concept:name"): row = row ?? value
          case ("event", "time:timestamp"): at = LogTime.milliseconds(value)
          default: break
          }
        }
        parents.append(name)
      case .end(let name):
        if !parents.isEmpty { parents.removeLast() }
        guard name == "event", let row else { continue }
        if index == nil {
          unnamed += 1
          index = log.index(ofCase: "run \(unnamed)")
        }
        guard let index else { continue }
        for (key, value) in facts { log.set(key, to: value, ofCase: index) }
        log.add(mapping.row(for: row), at: at, toCase: index)
      case .text: break
      }
    }
    if !hasLog {
      refuse(
        "the file has no `log`", at: nil, in: file, help: "XES is XML, with a `log` of `trace`s")
    }
  }
}

/// The records of a table, one after the other.
struct CSVSequence: IteratorProtocol {
  private let bytes: [UInt8]
  private var place: Int
  private let separator: UInt8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = bytes.prefix { $0 != 0x0A }
    separator = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].first(where: head.contains) ?? 0x2C
  }

  mutating func next() -> [String]? {
    while place < bytes.count, bytes[place] == 0x0A || bytes[place] == 0x0D { place += 1 }
    guard place < bytes.count else { return nil }
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          field.append(byte)
          continue
        }
        if place < bytes.count, bytes[place] == byte {
          field.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == separator {
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        field.append(byte)
      }
    }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
