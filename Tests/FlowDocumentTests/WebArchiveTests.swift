import Diagnostics
import Encodings
import FlowDocument
import FlowEdit
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Pages of HTML in files that are not called `.html`: web archives and Confluence's pages.
@Suite struct WebArchiveTests {
  private func flows(_ path: String, _ bytes: [UInt8]) -> [String] {
    DocumentImport(DocumentText.file(SourceFile(path: path, bytes: bytes))).flows.map(\.yaml)
  }

  /// Generated use cases in eight languages as pages of HTML.
  private static let pages = LanguagesTests.Tongue.all.enumerated().flatMap { number, tongue in
    [PlanStyle.html, .htmlTable].map { style in
      Plan(seed: UInt64(number)).document(style, in: tongue).replacing("Test", with: "Tèst = x")
    }
  }

  private func quotedPrintable(_ text: String, _ random: inout SplitMix) -> String {
    text.utf8.map { byte in
      let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x0A
      let letter =
        isPlain ? String(UnicodeScalar(byte)) : String(format: "=%02X", byte)
      return letter + (random.next(40) == 0 && byte != 0x0A ? "=\r\n" : "")
    }.joined()
  }

  /// A page with a picture in one file.
  private func archive(_ page: String, _ random: inout SplitMix, at path: String) -> SourceFile {
    let encodings = [
      ("quoted-printable", quotedPrintable(page, &random)), ("8bit", page),
      ("Base64", Base64.encoded(Array(page.utf8))),
    ]
    let (encoding, body) = random.pick(encodings)
    let end = random.pick(["\n", "\r\n"])
    let fold = random.pick([" ", end + "\t"])
    let lines = [
      "Subject: Exported From Confluence", "MIME-Version: 1.0",
      "Content-Type: multipart/related;\(fold)boundary=\"--=_Part.1\"", "",
      "A picture comes first.",
      "----=_Part.1", "Content-Type: image/png", "Content-Transfer-Encoding: base64", "", "iVBO",
      "----=_Part.1", "content-type: TEXT/HTML; charset=UTF-8",
      "Content-Transfer-Encoding: \(encoding)", "", body, "----=_Part.1--", "",
    ]
    return SourceFile(path, text: lines.joined(separator: end))
  }

  @Test(
    "A page in a web archive is the same flow, however it is encoded, and is not edited",
    arguments: ["uc4.mht", "uc4.mhtml", "uc4.doc"])
  func archives(path: String) throws {
    for (number, page) in Self.pages.enumerated() {
      for turn in 0..<6 {
        var random = SplitMix(seed: UInt64(number * 6 + turn))
        let file = archive(page, &random, at: path)
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(DocumentText.isPage(Array(file.bytes.prefix(512))))
        #expect(flows(path, file.bytes) == flows("uc4.html", Array(page.utf8)), "\(text)")
        let refusal = try #require(throws: EditRefusal.self) {
          try DocumentChange(file, of: "UC4")
        }
        #expect(refusal.message.contains("is a web archive, which is not changed here; save it as"))
      }
    }
  }

  @Test("A damaged web archive crashes nothing, and one without a page is refused")
  func damaged() throws {
    for (number, page) in Self.pages.enumerated() {
      var random = SplitMix(seed: UInt64(number))
      let file = archive(page, &random, at: "uc4.mht")
      for _ in 0..<20 {
        var bytes = file.bytes
        for _ in 0..<4 {
          let place = random.next(bytes.count)
          switch random.next(3) {
          case 0: bytes.remove(at: place)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.next(400)))
          default: bytes[place] = random.pick(Array("=\n\r-: A\0".utf8))
          }
        }
        _ = flows("uc4.mht", bytes)
      }
      let text = String(decoding: file.bytes, as: UTF8.self)
      let start = try #require(text.range(of: "A picture")).lowerBound
      let problem = DocumentText.problem(
        DocumentText.file(SourceFile("uc4.mht", text: String(text[..<start]))))
      #expect(
        problem?.message == "this is a web archive without a page of HTML, which cannot be read")
    }
  }

  @Test("A page in a file that is called .xml is the page, and any other one is none")
  func storage() throws {
    for page in Self.pages {
      for start in ["", "\u{FEFF}", "<?xml version=\"1.0\"?>\n", "<!-- a > b -->\n<!DOCTYPE html>"]
      {
        let bytes = Array((start + page).utf8)
        #expect(DocumentText.isPage(bytes), "\(page.prefix(80))")
        #expect(flows("uc4.xml", bytes) == flows("uc4.html", Array(page.utf8)))
      }
    }
    for other in [
      "<project><h1>UC1</h1></project>", "<?xml?>", "<!-- <p>", "h1", "", "<", "{\\rtf1 x}",
    ] {
      #expect(!DocumentText.isPage(Array(other.utf8)), "\(other)")
    }
  }
}
