import Foundation
import ISO7816
import TestSupport
import Testing

@testable import VirtualCard

@Suite struct VirtualCardStoreTests {
  private let folder: Folder
  private var path: String { folder.path("card") }

  init() throws {
    folder = try Folder()
  }

  @Test(
    "A stored card keeps its keys, its certificates and its blocked PIN",
    arguments: CardModel.allCases)
  func keepsState(model: CardModel) async throws {
    let reference: UInt8 = model == .idemia ? 0x01 : 0x81
    let card = try VirtualCard(storedAt: path, otherwise: .test(model: model))
    var terminal = try await SecureTerminal(await card.insert(), model)
    for _ in 0..<3 { _ = try await terminal.send(0x20, 0, reference, codes: "9999") }

    let again = try VirtualCard(storedAt: path)
    #expect(again.model == model)
    #expect(again.authority == card.authority)
    var other = try await SecureTerminal(await again.insert(), model)
    let status = try await other.send(0x20, 0, reference, codes: "1234")
    #expect(status == .authenticationMethodBlocked)
    let certificates: [[UInt8]] = [
      try await certificate(&terminal, model), try await certificate(&other, model),
    ]
    #expect(certificates[0] == certificates[1])
    #expect(!certificates[0].isEmpty)
  }

  private func certificate(
    _ terminal: inout SecureTerminal, _ model: CardModel
  ) async throws -> [UInt8] {
    _ = try await terminal.send(
      0, 0xA4, 0x08, 0x0C, hex(model == .idemia ? "ADF13401" : "ADF13411"))
    return try await terminal.read()
  }

  @Test("Only the owner may read the card's file, and it holds no code")
  func filePermissions() async throws {
    _ = try VirtualCard(storedAt: path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let text = folder.text("card")
    for code in ["123456", "12345678"] {
      #expect(!text.contains(hexString(code.utf8)))
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test("A card's file that is cut or damaged is refused")
  func damagedFile() async throws {
    _ = try VirtualCard(storedAt: path)
    let whole = folder.text("card")
    let lines = whole.split(separator: "\n")
    for count in 0..<8 {
      try folder.write(lines.prefix(count).joined(separator: "\n"), to: "card")
      #expect(throws: CardFileError.malformed(path: path)) { try VirtualCard(storedAt: path) }
    }
    try folder.write(whole.replacing("pin1=03", with: "pin1=0x"), to: "card")
    #expect(throws: CardFileError.malformed(path: path)) { try VirtualCard(storedAt: path) }
  }

  @Test("A card that cannot be stored is not made")
  func unwritableFolder() {
    let path = "/nonexistent/card"
    let error = #expect(throws: CardFileError.self) { try VirtualCard(storedAt: path) }
    #expect(error?.description == "`\(path)` cannot be written: No such file or directory")
  }

  @Test("A PIN is not checked if the try cannot be stored")
  func unwritableTry() async throws {
    let card = try VirtualCard(storedAt: path)
    var terminal = try await SecureTerminal(await card.insert(), .idemia)
    // A folder in the way of the draft.
    try FileManager.default.createDirectory(
      atPath: path + ".new", withIntermediateDirectories: false)
    let status = try await terminal.send(0x20, 0, 0x01, codes: "1234")
    #expect(status == StatusWord(rawValue: 0x6581))
  }
}
