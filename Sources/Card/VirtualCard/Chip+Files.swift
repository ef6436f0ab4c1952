internal import ISO7816

/// The chip's current directory and file.
struct Selection: Hashable, Sendable {
  /// The path from the master file; empty for the master file.
  var directory: [UInt16] = []
  var file: [UInt16]?
}

extension Chip {
  /// SELECT (ISO/IEC 7816-4 §11.1.1). A selection that fails changes nothing.
  mutating func select(
    _ header: CommandHeader, _ data: [UInt8], isProtected: Bool
  ) throws(Refusal) -> [UInt8] {
    let isByName = header.p1 == 0x04
    let returnsNothing = header.p2 == 0x0C
    let returnsInformation = header.p2 == 0x04 || header.p2 == 0x00
    guard returnsNothing || returnsInformation,
      !(profile.refusesControlInformation && isByName && !returnsNothing)
    else { throw Refusal(.incorrectParameters) }
    let next = try isByName ? application(data, isProtected) : file(header.p1, data)
    // Before PACE only EF.CardAccess can be selected, which says how to run PACE.
    guard isProtected || [nil, [ChipProfile.cardAccessFile]].contains(next.file),
      isProtected || next.directory.isEmpty
    else { throw Refusal(.securityStatusNotSatisfied) }
    // A verified PIN2 is valid in its directory only.
    if next.directory.first != ChipProfile.signatureDirectory { verified.remove(.pin2) }
    if next.directory != selection.directory { environment = nil }
    selection = next
    return returnsNothing ? [] : controlParameters(of: next)
  }

  /// READ BINARY of the current file (ISO/IEC 7816-4 §11.2.3).
  mutating func read(
    _ header: CommandHeader, expectedLength: Int?, isProtected: Bool
  ) throws(Refusal) -> [UInt8] {
    // This bit would mean a short file identifier, which these files do not have.
    guard header.p1 & 0x80 == 0 else { throw Refusal(.fileNotFound) }
    guard let expectedLength else { throw Refusal(.wrongLength) }
    // 6986: no file is selected.
    guard let path = selection.file, let content = memory.files[path] else {
      throw Refusal(StatusWord(rawValue: 0x6986))
    }
    let offset = Int(header.p1) << 8 | Int(header.p2)
    guard offset < content.count else { throw Refusal(.wrongOffset) }
    return Array(content[offset...].prefix(min(expectedLength, profile.readLimit)))
  }

  private func application(_ name: [UInt8], _ isProtected: Bool) throws(Refusal) -> Selection {
    guard let found = profile.applications.first(where: { $0.identifier == name }) else {
      throw Refusal(.fileNotFound)
    }
    return Selection(directory: found.path)
  }

  /// Finds a file by its identifier or its path.
  private func file(_ kind: UInt8, _ data: [UInt8]) throws(Refusal) -> Selection {
    guard data.count % 2 == 0 else { throw Refusal(.wrongLength) }
    let identifiers = data.identifiers
    switch kind {
    case 0x00 where identifiers.isEmpty || identifiers == [0x3F00]:
      return Selection()
    case 0x00, 0x01:
      guard identifiers.count == 1 else { throw Refusal(.wrongData) }
      return try found(selection.directory + identifiers)
    case 0x02:
      guard identifiers.count == 1 else { throw Refusal(.wrongData) }
      let next = try found(selection.directory + identifiers)
      guard next.file != nil else { throw Refusal(.fileNotFound) }
      return next
    case 0x03:
      guard identifiers.isEmpty else { throw Refusal(.wrongData) }
      return Selection(directory: selection.directory.dropLast())
    // A path from the master file. IDEMIA accepts 09 for it too, which elsewhere means a path from
    // the current directory.
    case 0x08,
      0x09 where profile.refusesControlInformation:
      guard !identifiers.isEmpty else { throw Refusal(.wrongData) }
      return try found(identifiers)
    case 0x09:
      guard !identifiers.isEmpty else { throw Refusal(.wrongData) }
      return try found(selection.directory + identifiers)
    default:
      throw Refusal(.incorrectParameters)
    }
  }

  private func found(_ path: [UInt16]) throws(Refusal) -> Selection {
    if memory.files[path] != nil { return Selection(directory: path.dropLast(), file: path) }
    guard memory.files.keys.contains(where: { $0.count > path.count && $0.starts(with: path) })
    else { throw Refusal(.fileNotFound) }
    return Selection(directory: path)
  }

  /// The file control parameters (ISO/IEC 7816-4 §7.4.3), as each of the two chips returns them.
  private func controlParameters(of selection: Selection) -> [UInt8] {
    guard let path = selection.file, let identifier = path.last,
      let content = memory.files[path]
    else {
      let identifier = selection.directory.last ?? 0x3F00
      return TLV(0x62, [TLV(0x82, [0x38]), TLV(0x83, identifier.bytes)]).encoded
    }
    let size = UInt16(truncatingIfNeeded: content.count).bytes
    let type = TLV(0x82, [0x01])
    let name = TLV(0x83, identifier.bytes)
    let life = TLV(0x8A, [0x05])
    let objects: [TLV]
    if profile.refusesControlInformation {
      // 88 is empty: there is no short identifier. A1 holds the access rules.
      let rules: [UInt8] = [0x8C, 0x07, 0x7B, 0xFF, 0xFF, 0xFF, 0xFF, 0x43, 0x00]
      let contactless: [UInt8] = [0x9C, 0x07, 0x7B, 0xFF, 0xFF, 0xFF, 0xFF, 0x43, 0x00]
      objects = [
        TLV(0x80, size), type, name, TLV(0x88, [UInt8]()), TLV(0xA1, rules + contactless), life,
      ]
    } else {
      objects = [TLV(0x81, size), type, name, life, TLV(0x8C, [0x03, 0xFF, 0x00])]
    }
    return TLV(0x62, objects).encoded
  }
}

extension UInt16 {
  /// A file identifier as two bytes.
  var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}

extension [UInt8] {
  /// The file identifiers of a path, two bytes each.
  var identifiers: [UInt16] {
    stride(from: 0, to: count, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
  }
}
