/// The files in an archive (APPNOTE.TXT of PKWARE), such as a document of Word.
public struct ZipArchive: Sendable {
  private struct Entry {
    var method: Int
    var compressed: Int
    var size: Int
    var offset: Int
    /// Where the directory lists it.
    var place: Int
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]
  /// Where the directory and its last record begin.
  private var directory = (start: 0, end: 0)
  private var hasDuplicates = false

  /// The names of the files.
  public var names: [String] { Array(entries.keys) }

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
    directory = (number(end + 16, 4), end)
    var place = directory.start
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else { return nil }
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { return nil }
      let name = String(decoding: bytes[(place + 46)..<(place + 46 + length)], as: UTF8.self)
      entries[name] = Entry(
        method: number(place + 10, 2), compressed: number(place + 20, 4),
        size: number(place + 24, 4), offset: number(place + 42, 4),
        place: place)
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
    hasDuplicates = entries.count != number(end + 10, 2)
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

  /// The archive with other bytes for a file. All other files stay as they are, byte for byte.
  ///
  /// - Returns: nil if there is no such file, or if the archive cannot be changed: it or the new
  ///   bytes are 1 GB or more, it has a file twice, or sizes in fields for more than 4 GB.
  public func replacing(_ name: String, with new: [UInt8]) -> [UInt8]? {
    guard bytes.count < 1 << 30, new.count < 1 << 30, let entry = entries[name], !hasDuplicates,
      entry.offset + 30 <= directory.start, directory.start <= directory.end,
      number(entry.offset, 4) == 0x0403_4B50, let data = Zlib.deflated(new)
    else { return nil }
    let head = 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
    let following = entries.values.map(\.offset).filter { $0 > entry.offset }.min()
    let end = min(following ?? directory.start, directory.start)
    guard entry.offset + head <= end, !hasLargeSizes(entry) else { return nil }
    var local = Array(bytes[entry.offset..<(entry.offset + head)])
    var tail = Array(bytes[end...])
    let shift = entry.offset + head + data.count - end
    let sum = Zlib.checksum(new)
    // The sizes stand in the header, and not behind the data.
    let flags = number(entry.offset + 6, 2) & ~0xE
    func write(_ values: [(at: Int, value: Int, count: Int)], _ part: inout [UInt8], _ start: Int) {
      for (at, value, count) in values {
        for index in 0..<count {
          part[start + at + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
      }
    }
    let sizes = [(sum, 4), (data.count, 4), (new.count, 4)]
    func fields(_ first: Int) -> [(at: Int, value: Int, count: Int)] {
      [(first, flags, 2), (first + 2, 8, 2)]
        + sizes.enumerated().map { (first + 8 + 4 * $0.offset, $0.element.0, $0.element.1) }
    }
    write(fields(6), &local, 0)
    write(fields(8), &tail, entry.place - end)
    for other in entries.values where other.offset > entry.offset {
      write([(42, other.offset + shift, 4)], &tail, other.place - end)
    }
    write([(16, directory.start + shift, 4)], &tail, directory.end - end)
    let result = bytes[..<entry.offset] + local + data + tail
    let isRead = ZipArchive(Array(result))?.file(name, limit: new.count) == new
    return isRead ? Array(result) : nil
  }

  /// Whether the sizes of a file are in fields for more than 4 GB.
  private func hasLargeSizes(_ entry: Entry) -> Bool {
    let start = entry.offset + 30 + number(entry.offset + 26, 2)
    let end = start + number(entry.offset + 28, 2)
    var place = start
    while place + 4 <= end, end <= bytes.count {
      if number(place, 2) == 1 { return true }
      place += 4 + number(place + 2, 2)
    }
    return false
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
