/// Reads the files of a tar archive in memory (POSIX.1-2017, pax, as `git archive` writes it).
enum TarArchive {
  /// Regular files with their paths, in the archive's order. Stops at the first invalid header.
  static func files(_ bytes: [UInt8]) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    var place = 0
    var longPath: String?
    while place + 512 <= bytes.count {
      let header = bytes[place..<place + 512]
      guard let size = number(header, 124, 12), text(header, 257, 5) == "ustar" else { break }
      let body = place + 512
      guard body + size <= bytes.count else { break }
      let kind = header[header.startIndex + 156]
      switch kind {
      case UInt8(ascii: "x"): longPath = path(inRecords: bytes[body..<body + size])
      case UInt8(ascii: "0"), 0:
        let prefix = text(header, 345, 155)
        let name = text(header, 0, 100)
        let path = longPath ?? (prefix.isEmpty ? name : "\(prefix)/\(name)")
        files.append((path, Array(bytes[body..<body + size])))
        longPath = nil
      default: break
      }
      place = body + (size + 511) / 512 * 512
    }
    return files
  }

  private static func text(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> String {
    let start = header.startIndex + offset
    return String(decoding: header[start..<start + count].prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func number(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int? {
    let digits = text(header, offset, count).filter { $0 != " " }
    guard let value = Int(digits, radix: 8), value >= 0 else { return nil }
    return value
  }

  /// Reads the path from pax records: `30 path=some/where
  /// `.
  private static func path(inRecords bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    while let space = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length > 0,
      length <= rest.count, space + 1 < rest.startIndex + length
    {
      let record = String(
        decoding: rest[(space + 1)..<(rest.startIndex + length - 1)], as: UTF8.self)
      if record.hasPrefix("path=") { return String(record.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
