import Glibc
import Synchronization

/// Bytes that are looked for in this process's memory, kept so that looking does not find them.
public struct HiddenPattern: Sendable {
  private let masked: [UInt8]

  public init(_ bytes: UnsafeRawBufferPointer) {
    masked = bytes.map { $0 ^ 0xA5 }
  }

  /// Makes bytes one by one, so that they are never next to each other.
  public init(count: Int, _ byte: (Int) -> UInt8) {
    masked = (0..<count).map { byte($0) ^ 0xA5 }
  }

  /// Random digits, the same as bytes of ASCII, written to `body` and hidden before it.
  public static func randomDigits(_ count: Int) -> HiddenPattern {
    var digits = (0..<count).map { _ in UInt8.random(in: 0x30...0x39) }
    defer {
      digits.withUnsafeMutableBytes { digits in
        if let start = digits.baseAddress { explicit_bzero(start, digits.count) }
      }
    }
    return digits.withUnsafeBytes { HiddenPattern($0) }
  }

  public var count: Int { masked.count }

  /// Writes the bytes themselves.
  public func reveal(to buffer: UnsafeMutableRawBufferPointer) {
    for index in masked.indices { buffer[index] = masked[index] ^ 0xA5 }
  }

  /// Whether all of this process's memory can be searched. A sanitizer's cannot: it reserves
  /// terabytes.
  public static var canBeLookedFor: Bool {
    let ranges = writableRanges()
    return !ranges.isEmpty && ranges.allSatisfy { $0.count < 1 << 36 }
  }

  /// Searches wait for each other: each reads all memory and has copies of what the others look
  /// for.
  private static let search = Mutex(())

  /// Counts the occurrences of the bytes in the writable memory of this process.
  public func occurrences() -> Int {
    Self.search.withLock { _ in occurrencesNow() }
  }

  private func occurrencesNow() -> Int {
    let memory = Glibc.open("/proc/self/mem", O_RDONLY)
    guard memory >= 0 else { return -1 }
    defer { Glibc.close(memory) }
    return Self.writableRanges().reduce(0) {
      $0 + occurrences(from: $1.lowerBound, to: $1.upperBound, memory)
    }
  }

  private static func writableRanges() -> [Range<UInt64>] {
    guard let maps = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(maps) }
    var ranges: [Range<UInt64>] = []
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), maps) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      guard fields.count >= 2, fields[1].hasPrefix("rw") else { continue }
      let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      if ends.count == 2, ends[0] < ends[1] { ranges.append(ends[0]..<ends[1]) }
    }
    return ranges
  }

  private func occurrences(from start: UInt64, to end: UInt64, _ memory: Int32) -> Int {
    let window = 1 << 20
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: window, alignment: 16)
    let needle = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    reveal(to: UnsafeMutableRawBufferPointer(start: needle, count: count))
    defer {
      // The search must not find its own copy of the bytes.
      explicit_bzero(buffer, window)
      explicit_bzero(needle, count)
      buffer.deallocate()
      needle.deallocate()
    }
    let own = UInt64(UInt(bitPattern: buffer))..<UInt64(UInt(bitPattern: buffer + window))
    var found = 0
    var offset = start
    while offset < end {
      let read = pread(memory, buffer, min(window, Int(end - offset)), off_t(offset))
      guard read >= count else { break }
      var position = 0
      let first = Int32(needle.load(as: UInt8.self))
      while read - position >= count,
        let hit = memchr(buffer + position, first, read - position - count + 1)
      {
        position = hit - UnsafeMutableRawPointer(buffer) + 1
        guard memcmp(hit, needle, count) == 0 else { continue }
        let place = offset + UInt64(position - 1)
        if !own.contains(place), place != UInt64(UInt(bitPattern: needle)) { found += 1 }
      }
      if offset + UInt64(read) >= end { break }
      offset += UInt64(read - count + 1)
    }
    return found
  }
}
