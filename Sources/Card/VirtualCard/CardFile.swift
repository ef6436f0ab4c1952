internal import CryptoCore
internal import Encodings
internal import Files
internal import Secrets

/// A card's memory in a file, so that a blocked PIN stays blocked.
///
/// The file is text with one value per line: `name=hexadecimal`. It is written to a temporary file,
/// synced and renamed, so it is complete at any moment. Only its owner may read it. It holds the
/// private keys and the CAN's key unencrypted: this is a test card.
struct CardFile: Sendable {
  private static let heading = "flowrun virtual card 1"
  private static let largest = 65_536
  let path: String

  /// The stored memory. Nil if the file does not exist.
  func load() throws(CardFileError) -> ChipMemory? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: CardFile.largest)
    } catch {
      if error.isMissing { return nil }
      throw .file(error)
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      let memory = CardFile.memory(in: text)
    else { throw .malformed(path: path) }
    return memory
  }

  /// Returns when the memory is on the disk.
  func save(_ memory: borrowing ChipMemory) throws(FileError) {
    try FileSystem.writePrivately(Array(CardFile.text(of: memory).utf8), to: path)
  }
}

extension CardFile {
  private static func text(of memory: borrowing ChipMemory) -> String {
    var lines = [heading, "model=" + memory.model.rawValue]
    memory.passwordKey.withBytes { lines.append("password=" + Hexadecimal.text($0)) }
    memory.authenticationKey.exportedScalar().withBytes {
      lines.append("authentication=" + Hexadecimal.text($0))
    }
    memory.signatureKey.exportedScalar().withBytes {
      lines.append("signature=" + Hexadecimal.text($0))
    }
    lines.append("authority=" + Hexadecimal.text(memory.authority))
    for role in CodeRole.allCases {
      guard let code = memory.codes[role] else { continue }
      let state: [UInt8] = [UInt8(code.triesLeft), code.isChanged ? 1 : 0]
      lines.append("\(role.rawValue)=" + Hexadecimal.text(state + code.salt + code.hash))
    }
    for (path, content) in memory.files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let name = Hexadecimal.text(path.flatMap(\.bytes))
      lines.append("file.\(name)=" + Hexadecimal.text(content))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func memory(in text: String) -> ChipMemory? {
    let lines = text.split(separator: "\n")
    guard lines.first == heading[...] else { return nil }
    var values: [Substring: Substring] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, values.updateValue(sides[1], forKey: sides[0]) == nil else {
        return nil
      }
    }
    guard let model = values["model"].flatMap({ CardModel(rawValue: String($0)) }),
      var password = bytes(values["password"]), password.count == 32,
      let authority = bytes(values["authority"]),
      let authenticationKey = key(values["authentication"]),
      let signatureKey = key(values["signature"])
    else { return nil }
    var codes: [CodeRole: CodeRecord] = [:]
    for role in CodeRole.allCases {
      guard let stored = bytes(values[role.rawValue[...]]), stored.count == 50,
        stored[0] <= ChipProfile.tries
      else { return nil }
      codes[role] = CodeRecord(
        salt: Array(stored[2..<18]), hash: Array(stored[18...]), triesLeft: Int(stored[0]),
        isChanged: stored[1] != 0)
    }
    var files: [[UInt16]: [UInt8]] = [:]
    for (name, value) in values where name.hasPrefix("file.") {
      guard let path = Hexadecimal.bytes(name.dropFirst(5)), !path.isEmpty, path.count % 2 == 0,
        let content = Hexadecimal.bytes(value)
      else { return nil }
      files[path.identifiers] = content
    }
    return ChipMemory(
      model: model, passwordKey: Secret(moving: &password), authenticationKey: authenticationKey,
      signatureKey: signatureKey, authority: authority, files: files, codes: codes)
  }

  private static func key(_ text: Substring?) -> CurvePrivateKey? {
    guard var scalar = bytes(text) else { return nil }
    return try? CurvePrivateKey(scalar: Secret(moving: &scalar), on: .p384)
  }

  private static func bytes(_ text: Substring?) -> [UInt8]? {
    text.flatMap { Hexadecimal.bytes($0) }
  }
}
