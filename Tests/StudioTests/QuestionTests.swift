import LoopbackHTTP
import Synchronization
import TestSupport
import Testing

@testable import Studio

/// What assistants ask, at the page.
@Suite struct QuestionTests {
  /// A question that waits until it is answered.
  private final class Asked: Sendable {
    let answers = Mutex<[Bool]>([])

    var questions: StudioQuestions {
      StudioQuestions(
        open: {
          self.answers.withLock { $0.isEmpty }
            ? [StudioQuestions.Question(id: "7", words: "A:1.1a: User goes on")] : []
        },
        decide: { id, agrees in
          self.answers.withLock { answers in
            guard id == "7", answers.isEmpty else { return false }
            answers.append(agrees)
            return true
          }
        })
    }
  }

  private static func pages(_ questions: StudioQuestions?) async throws -> (StudioPages, String) {
    let folder = try Folder(["Flows/A.yaml": StudioPagesTests.flow])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    let pages = StudioPages(
      book, folder: folder.path("Flows"), start: "A", engine: [], questions: questions,
      revisions: { .failure(StudioRefusal("no")) }, compare: { _ in .failure(StudioRefusal("no")) })
    let answer = await pages.answer(
      HTTPRequest("GET", "/?token=\(await pages.begin(port: 80))"))
    let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
    return (pages, String(cookie))
  }

  private static func decision(_ body: String, _ headers: [String: String]) -> HTTPRequest {
    HTTPRequest(
      "POST", "/decide", headers: headers.merging(["content-type": "application/json"]) { $1 },
      body: Array(body.utf8))
  }

  @Test("A question is shown until somebody at the page has decided, once")
  func decided() async throws {
    let asked = Asked()
    let (pages, cookie) = try await Self.pages(asked.questions)
    func shown() async -> String {
      let answer = await pages.answer(
        HTTPRequest("GET", "/questions.json", headers: ["cookie": cookie]))
      return String(decoding: answer.body, as: UTF8.self)
    }
    #expect(await shown() == #"[{"id":"7","words":"A:1.1a: User goes on"}]"#)
    let yes = Self.decision(#"{"id":"7","agrees":true}"#, ["cookie": cookie])
    #expect(await pages.answer(yes).status == 200)
    #expect(await shown() == "[]")
    #expect(await pages.answer(yes).status == 409)
    #expect(asked.answers.withLock { $0 } == [true])
  }

  @Test("Nobody decides without the cookie of the page, or from another website")
  func strangers() async throws {
    let asked = Asked()
    let (pages, cookie) = try await Self.pages(asked.questions)
    let body = #"{"id":"7","agrees":true}"#
    for headers in [
      [:], ["cookie": "flowrun-80=guess"], ["cookie": cookie, "origin": "https://evil.example"],
      ["cookie": cookie, "sec-fetch-site": "cross-site"],
    ] {
      #expect(await pages.answer(Self.decision(body, headers)).status == 403)
    }
    for wrong in ["", "{}", #"{"id":7,"agrees":true}"#, #"{"id":"7","agrees":"yes"}"#] {
      #expect(await pages.answer(Self.decision(wrong, ["cookie": cookie])).status == 400)
    }
    #expect(asked.answers.withLock { $0 }.isEmpty)
  }

  @Test("Where there is no gate, the page asks no more")
  func none() async throws {
    let (pages, cookie) = try await Self.pages(nil)
    let answer = await pages.answer(
      HTTPRequest("GET", "/questions.json", headers: ["cookie": cookie]))
    #expect(String(decoding: answer.body, as: UTF8.self) == "null")
    let yes = Self.decision(#"{"id":"7","agrees":true}"#, ["cookie": cookie])
    #expect(await pages.answer(yes).status == 409)
  }
}
