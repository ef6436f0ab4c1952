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

  @Test("Lines that are left out stand for any number of lines")
  func leftOut() {
    #expect(Walkthrough.matches(["a", "b", "c"], ["a", "...", "c"]))
    #expect(Walkthrough.matches(["a"], ["a", "..."]))
    #expect(!Walkthrough.matches(["a", "b"], ["a"]))
    #expect(!Walkthrough.matches(["a", "b"], ["a", "...", "c"]))
  }

  @Test("The README has fewer than 450 lines, and its table of contents names its headings")
  func readme() throws {
    let lines = try page("README.md").components(separatedBy: "\n")
    #expect(lines.count < 450)
    let headings = lines.filter { $0.hasPrefix("## ") }.map { heading in
      heading.dropFirst(3).lowercased().filter { $0.isLetter || $0 == " " }
        .replacingOccurrences(of: " ", with: "-")
    }
    let contents = lines.prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
    for heading in headings { #expect(contents.contains("](#\(heading))"), "\(heading)") }
    #expect(contents.components(separatedBy: "](#").count - 1 == headings.count)
  }
}
