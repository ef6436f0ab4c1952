import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct FollowedFolderTests {
  /// Whether an edition with these words comes. Each answer takes at most 25 s.
  private static func comes(_ words: String, from book: LiveBook) async -> Bool {
    var known = ""
    for _ in 0..<3 {
      let news = await book.news(after: known)
      if news.contains(words) { return true }
      let id = news.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4)
      known = id.map { String($0) } ?? known
    }
    return false
  }

  @Test(
    "A folder that was removed or moved away is a problem, and is followed again once it is there",
    arguments: [false, true])
  func gone(isMoved: Bool) async throws {
    let folder = try Folder(["Flows/A.yaml": StudioPagesTests.flow])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    try book.follow()
    if isMoved {
      try FileManager.default.moveItem(atPath: folder.path("Flows"), toPath: folder.path("Old"))
    } else {
      try FileManager.default.removeItem(atPath: folder.path("Flows"))
    }
    #expect(await FollowedFolderTests.comes(#""problems":[{"#, from: book))
    for title in ["Second", "Third"] {
      try folder.write(StudioPagesTests.flow.replacing("First", with: title), to: "Flows/A.yaml")
      #expect(await FollowedFolderTests.comes(title, from: book), "\(title)")
    }
  }
  @Test("What cannot be read is not compared as it was before")
  func compared() async throws {
    let folder = try Folder(["Flows/A.yaml": StudioPagesTests.flow])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    #expect(await book.decidedFolder() != nil)
    try folder.write("title: [", to: "Flows/A.yaml")
    await book.reload(saved: nil)
    // Pages show how it was.
    #expect(await book.text.contains("First"))
    #expect(await book.decidedFolder() == nil)
    try folder.write(StudioPagesTests.flow.replacing("First", with: "Next"), to: "Flows/A.yaml")
    await book.reload(saved: nil)
    #expect(await book.decidedFolder() != nil)
    #expect(await book.text.contains("Next"))
  }
}
