import Foundation
import TestSupport
import Testing

@Suite struct PageTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(projectFolder)/\(name)", encoding: .utf8)
  }

  @Test("Every command of the tutorial prints what the page shows")
  func tutorial() throws {
    let folder = try Folder()
    let count = try Walkthrough(name: "tutorial.md", page: page("docs/tutorial.md"))
      .follow(in: folder.path)
    #expect(count >= 20)
    #expect(folder.text("hotel/Flows/paths/UC1.trace").contains("900000 ms  UC1:*a"))
  }

  @Test("Every command of the page about documents prints what the page shows")
  func documents() throws {
    let folder = try Folder()
    let count = try Walkthrough(name: "documents.md", page: page("docs/documents.md"))
      .follow(in: folder.path)
    #expect(count >= 5)
  }

  @Test("Lines that are left out stand for any number of lines")
  func leftOut() {
    #expect(Walkthrough.matches(["a", "b", "c"], ["a", "...", "c"]))
    #expect(Walkthrough.matches(["a"], ["a", "..."]))
    #expect(!Walkthrough.matches(["a", "b"], ["a"]))
    #expect(!Walkthrough.matches(["a", "b"], ["a", "...", "c"]))
  }

  @Test("The README has at most 8,000 bytes and leads to the page of each reader")
  func readme() throws {
    let text = try page("README.md")
    #expect(text.utf8.count <= 8_000)
    for reader in ["product-owners", "testers", "app-engineers", "server-teams", "card-teams"] {
      #expect(text.contains("](docs/for-\(reader).md)"))
    }
  }

  @Test("The page of each reader begins with a command")
  func readers() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(projectFolder)/docs")
      .filter { $0.hasPrefix("for-") && $0.hasSuffix(".md") }
    #expect(names.count == 5)
    for name in names {
      let lines = try page("docs/\(name)").components(separatedBy: "\n")
      #expect(lines[1...2] == ["", "```sh"], "\(name)")
      #expect(lines[3].hasPrefix("flowrun "), "\(name)")
    }
  }
}
