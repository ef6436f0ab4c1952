/// The files in an archive (APPNOTE.TXT of PKWARE), such as a document of Word.
public struct ZipArchive: Sendable {
  private struct Entry {
    var method: Int
    var compressed: Int
    var size: Int
    var offset: Int
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// Whether bytes begin like those of an archive.
  public static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Nil if the bytes are not those of a whole archive.
  public init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The end of the central directory, after which there may be a comment.
    let first = max(0, bytes.count - 66_000)
    guard bytes.count >= 22,
      let end = (first...bytes.count - 22).last(where: { number($0, 4) == 0x0605_4B50 })
    else { return nil }
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else { return nil }
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { return nil }
      let name = String(decoding: bytes[(place + 46)..<(place + 46 + length)], as: UTF8.self)
      entries[name] = Entry(
        method: number(place + 10, 2), compressed: number(place + 20, 4),
        size: number(place + 24, 4), offset: number(place + 42, 4))
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
  }

  /// The bytes of a file of the archive. Nil if there is none, if it is damaged, or if it has more
  /// bytes than `limit`.
  public func file(_ name: String, limit: Int) -> [UInt8]? {
    guard let entry = entries[name], entry.size <= limit, entry.offset + 30 <= bytes.count else {
      return nil
    }
    let start = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
    guard start + entry.compressed <= bytes.count else { return nil }
    let part = bytes[start..<(start + entry.compressed)]
    switch entry.method {
    case 0: return entry.compressed == entry.size ? Array(part) : nil
    case 8: return Zlib.inflated(part, count: entry.size)
    default: return nil
    }
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
