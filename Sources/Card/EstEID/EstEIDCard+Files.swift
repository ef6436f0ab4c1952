import ISO7816

extension EstEIDCard {
  /// The largest plaintext whose protected response fits 256 bytes, so that no response comes in
  /// parts: 3 + 1 + 224 for the cryptogram, 4 for the status, 10 for the checksum.
  static let chunkLength = 0xDF
  /// No file of the card is larger. A longer length is not believed.
  private static let largestFile = 8_192

  /// The status words with which cards refuse to select a path.
  static let pathRefusals: [StatusWord] = [
    .fileNotFound, .referenceDataNotFound, .conditionsNotSatisfied,
  ]

  func selectRoot() async throws(EstEIDError) {
    guard location != .root else { return }
    location = .elsewhere
    try await require(profile.root, .selectApplication)
    location = .root
  }

  func selectApplication(of kind: CertificateKind) async throws(EstEIDError) {
    guard let select = profile.keys[kind]?.application else { return }
    location = .elsewhere
    try await require(select, .selectApplication)
    location = .application(kind, surely: true)
  }

  /// Selects a file by its path. False if the card refuses the path.
  func select(byPath command: CommandAPDU) async throws(EstEIDError) -> Bool {
    let response = try await transmit(command)
    if response.status.isSuccess { return true }
    guard Self.pathRefusals.contains(response.status) else {
      throw .unexpectedStatus(response.status, .selectFile)
    }
    return false
  }

  /// Reads a text file, normally in one exchange.
  func readShortFile() async throws(EstEIDError) -> [UInt8] {
    var file = try await read(at: 0, Self.chunkLength)
    // After a full chunk there may be more.
    while file.count % Self.chunkLength == 0, !file.isEmpty, file.count < Self.largestFile {
      let next = try await read(at: file.count, Self.chunkLength)
      if next.isEmpty { break }
      file += next
    }
    return file
  }

  /// Reads a file whose DER header says its length. Nothing after that is read.
  func readDERFile() async throws(EstEIDError) -> [UInt8] {
    var file = try await read(at: 0, Self.chunkLength)
    var reader = TLVReader(file)
    guard let header = try? reader.nextHeader(), header.tag == 0x30 else {
      throw .malformedData(.readFile)
    }
    let length = reader.position + header.length
    guard length <= Self.largestFile else { throw .malformedData(.readFile) }
    while file.count < length {
      let next = try await read(at: file.count, min(Self.chunkLength, length - file.count))
      guard !next.isEmpty else { throw .malformedData(.readFile) }
      file += next
    }
    return Array(file[..<length])
  }

  /// READ BINARY. Empty at the end of the file.
  private func read(at offset: Int, _ length: Int) async throws(EstEIDError) -> [UInt8] {
    let response = try await transmit(
      CommandAPDU(
        0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), expectedLength: length))
    switch response.status {
    case .success, .endOfFile:
      guard response.data.count <= length else { throw .malformedData(.readFile) }
      return response.data
    case .wrongOffset: return []
    default: throw .unexpectedStatus(response.status, .readFile)
    }
  }
}
