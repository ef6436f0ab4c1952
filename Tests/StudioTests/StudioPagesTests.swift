import CompiledFlows
import Encodings
import FlowFolder
import FlowModel
import FlowTestSupport
import JSON
import LoopbackHTTP
import TestSupport
import Testing

@testable import Studio

@Suite struct StudioPagesTests {
  static let flow = """
    flow: A
    title: First
    sections:
      - section: 1
        title: Main
        steps:
          - step: 1.1
            screen: Start
            rows:
              a: { user: goes on, next: end }
    """

  private struct Opened {
    let folder: Folder
    let book: LiveBook
    let pages: StudioPages
    let token: String
    var headers: [String: String] = [:]

    func get(_ target: String, _ more: [String: String] = [:]) async -> HTTPResponse {
      await pages.answer(HTTPRequest("GET", target, headers: headers.merging(more) { $1 }))
    }
  }

  /// The flow as it is, and with another title before.
  private static func versions() throws -> StudioVersions {
    let old = try catalogue(flow.replacing("First", with: "Former"))
    func book(_ catalogue: Catalogue) -> Book {
      Book(catalogue, HouseRuleBook(of: catalogue), name: "Flows") { _ in nil }
    }
    return StudioVersions(
      old: book(old), new: book(try catalogue(flow)), report: "{\"changed\":[]}")
  }

  private static func opened() async throws -> Opened {
    let folder = try Folder(["Flows/A.yaml": flow])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    let versions = try versions()
    let pages = StudioPages(
      book, folder: folder.path("Flows"), start: "A", engine: [1, 2, 3],
      revisions: {
        .success(
          StudioRevisions(branches: ["main"], tags: ["v1"], commits: [("1a2b3c4", "Say “more”")]))
      },
      compare: { $0 == "HEAD" ? .success(versions) : .failure(StudioRefusal("no \($0)")) })
    let token = await pages.begin(port: 80)
    var opened = Opened(folder: folder, book: book, pages: pages, token: token)
    let answer = await opened.get("/?token=\(token)")
    let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
    opened.headers["cookie"] = "other=1; \(cookie)"
    return opened
  }

  @Test("A folder that has errors from the start shows what can be read, and the errors")
  func broken() async throws {
    let folder = try Folder(["Flows/A.yaml": StudioPagesTests.flow, "Flows/B.yaml": "flow: [B\n"])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    #expect(await book.flow(named: "A") != nil)
    #expect(await book.page(of: "A") != "index")
    let text = await book.text
    #expect(text.contains("B.yaml"))
  }

  @Test("A folder whose only flow cannot be read is opened, and says why; then the flow is shown")
  func onlyBroken() async throws {
    let folder = try Folder(["Flows/A.yaml": "flow: [A\n"])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    let json = try #require(JSONValue(parsing: await book.text))
    #expect(json["problems"]?.array?.isEmpty == false)
    #expect(json["book"]?["flows"]?.array?.isEmpty == true)
    try folder.write(StudioPagesTests.flow, to: "Flows/A.yaml")
    await book.reload(saved: 1)
    #expect(await book.flow(named: "A") != nil)
  }

  @Test("A target that is missing is a finding and a problem, and the flows are shown as they are")
  func missingTarget() async throws {
    let opened = try await StudioPagesTests.opened()
    try opened.folder.write(
      StudioPagesTests.flow.replacing("next: end", with: "next: 9.9")
        .replacing("First", with: "Second"), to: "Flows/A.yaml")
    await opened.book.reload(saved: 5)
    let json = try #require(JSONValue(parsing: await opened.book.text))
    #expect(json["problems"]?.array?.count == 1)
    let finding = json["book"]?["findings"]?.array?.first { $0["at"]?.string == "1.1a" }
    #expect(finding?["rule"]?.string == "unknown-target")
    let packed = try #require(json["flows"]?.string)
    let flows = try Catalogue(compiled: try #require(Base64.decoded(packed)))
    #expect(flows.flow(id: "A")?.title == "Second")
  }

  @Test("Another version of the flows is sent whole, or why it cannot be")
  func versions() async throws {
    let opened = try await StudioPagesTests.opened()
    func title(_ query: String) async throws -> String? {
      let answer = await opened.get("/flows.json\(query)")
      let json = try #require(JSONValue(parsing: answer.body))
      let packed = try #require(json["flows"]?.string)
      let flows = try Catalogue(compiled: try #require(Base64.decoded(packed)))
      let title = json["book"]?["flows"]?.array?.first?["title"]?.string
      #expect(flows.flow(id: "A")?.title == title)
      return title
    }
    #expect(try await title("") == "First")
    #expect(try await title("?revision=HEAD&side=old") == "Former")
    #expect(try await title("?revision=HEAD&side=new") == "First")
    let refused = await opened.get("/flows.json?revision=nowhere")
    #expect(refused.status == 409)
    #expect(String(decoding: refused.body, as: UTF8.self) == "no nowhere")
  }

  @Test("The token lets one browser in, once; everything else needs its cookie")
  func token() async throws {
    let opened = try await StudioPagesTests.opened()
    #expect(await opened.get("/?token=\(opened.token)", ["cookie": ""]).status == 403)
    for target in ["/", "/A.html", "/main.js", "/flows.json", "/engine.wasm", "/diff", "/?token="] {
      #expect(await opened.get(target, ["cookie": ""]).status == 403, "\(target)")
      #expect(await opened.get(target, ["cookie": "flowrun-80=guess"]).status == 403, "\(target)")
    }
    let page = await opened.get("/A.html")
    #expect(page.status == 200)
    let policy = page.headers["content-security-policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(!policy.contains("unsafe-inline"))
    #expect(await opened.get("/engine.wasm").body == [1, 2, 3])
    #expect(await opened.get("/B.html").status == 404)
    #expect(await opened.get("/../A.yaml").status == 404)
  }

  @Test("A request of another site is refused, whatever it knows")
  func otherSites() async throws {
    let opened = try await StudioPagesTests.opened()
    #expect(await opened.get("/flows.json", ["origin": "https://example.org"]).status == 403)
    #expect(await opened.get("/flows.json", ["origin": "http://127.0.0.1:81"]).status == 403)
    #expect(await opened.get("/flows.json", ["origin": "http://127.0.0.1:80"]).status == 200)
    #expect(await opened.get("/diff", ["sec-fetch-site": "cross-site"]).status == 403)
    #expect(await opened.get("/diff", ["sec-fetch-site": "same-origin"]).status == 200)
    #expect(
      await opened.get("/diff?revision=%2dx", ["sec-fetch-site": "same-origin"]).body
        == Array("no -x".utf8))
  }

  @Test("A document that is dropped becomes flows, with what could not be read of it")
  func documents() async throws {
    let opened = try await StudioPagesTests.opened()
    func read(_ name: String, _ text: String, type: String = "application/octet-stream")
      async throws -> (status: Int, text: String)
    {
      let answer = await opened.pages.answer(
        HTTPRequest(
          "POST", "/read?flow=A&name=\(name)",
          headers: opened.headers.merging(["content-type": type]) { $1 }, body: Array(text.utf8)))
      return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }
    let page = """
      <h1>UC7 Ask for help</h1><h2>Main scenario</h2>
      <ol><li>User selects Help.</li><li>System shows the screen Help.</li></ol>
      <h2>Extensions</h2><p>9a. User selects Back: goes to step 1</p>
      """
    #expect(try await read("help.html", page, type: "text/plain").status == 400)
    #expect(try await read("help.html", "").status == 400)
    let made = try await read("help.html", page)
    #expect(made.status == 200, "\(made.text)")
    #expect(made.text.contains("flows read from help.html"))
    let summary = "UC7: 2 steps, 1 alternative; line 12: extension `9a`"
    #expect(made.text.contains(summary), "\(made.text)")
    #expect(opened.folder.text("Flows/UC7-ask-for-help.yaml").contains("\nflow: UC7\n"))
    let again = try await read("help.html", page)
    #expect(again.status == 409 && again.text.contains("`UC7` already"), "\(again.text)")
    let letter = try await read("letter.pdf", "%PDF-1.7")
    #expect(letter.status == 409 && letter.text.contains("a PDF"), "\(letter.text)")
    #expect(letter.text.contains("save it as .docx"), "\(letter.text)")
  }

  @Test("Only a browser that was let in may send a large body, and only a document")
  func largeBodies() async throws {
    let opened = try await StudioPagesTests.opened()
    func limit(_ target: String, _ headers: [String: String]) -> Int {
      opened.pages.largestBody(of: HTTPRequest("POST", target, headers: headers))
    }
    #expect(limit("/read?flow=A&name=a.docx", opened.headers) == 8_388_608)
    #expect(limit("/read?flow=A&name=a.docx", ["cookie": "flowrun-80=guess"]) == 65_536)
    #expect(limit("/read?flow=A&name=a.docx", [:]) == 65_536)
    #expect(limit("/edit", opened.headers) == 65_536)
  }

  @Test("A page gets the branches, tags and commits to compare with")
  func revisions() async throws {
    let opened = try await StudioPagesTests.opened()
    let answer = await opened.get("/revisions.json", ["sec-fetch-site": "same-origin"])
    let known = try #require(JSONValue(parsing: answer.body))
    #expect(
      known["branches"]?.array?.first?.string == "main"
        && known["tags"]?.array?.first?.string == "v1")
    #expect(known["commits"]?.array?.first?.array?.last?.string == "Say “more”")
    #expect(await opened.get("/revisions.json", ["sec-fetch-site": "cross-site"]).status == 403)
  }

  @Test("A file that does not load leaves the last flows, and its problem has its line")
  func problems() async throws {
    let opened = try await StudioPagesTests.opened()
    let first = await opened.book.text
    #expect(first.contains(#""problems":[]"#))
    try opened.folder.write(
      StudioPagesTests.flow.replacing("rows:", with: "rowz:"), to: "Flows/A.yaml")
    await opened.book.reload(saved: 5)
    let broken = await opened.book.text
    #expect(broken.contains(#""saved":5"#))
    #expect(broken.contains(#""line":9"#) || broken.contains(#""line":8"#))
    #expect(broken.contains(#""excerpt":"9 |         rowz:""#), "\(broken)")
    #expect(broken.contains(#""title":"First""#))
    try opened.folder.write(
      StudioPagesTests.flow.replacing("First", with: "Second"), to: "Flows/A.yaml")
    await opened.book.reload(saved: 6)
    let repaired = await opened.book.text
    #expect(repaired.contains(#""problems":[]"#))
    #expect(repaired.contains(#""title":"Second""#))
  }

  @Test(
    "A page that knows an older edition, or that of an earlier program, gets the newest at once")
  func news() async throws {
    let opened = try await StudioPagesTests.opened()
    for known in ["", "12.1"] {
      let news = await opened.book.news(after: known)
      #expect(news.hasPrefix("retry: 400\nid: "))
      #expect(news.contains("\nevent: flows\ndata: {"))
      #expect(news.hasSuffix("}\n\n"))
    }
    let id = try #require(
      await opened.book.news(after: "").split(separator: "\n")[1].split(separator: " ").last)
    async let next = opened.book.news(after: String(id))
    try opened.folder.write(
      StudioPagesTests.flow.replacing("First", with: "Other"), to: "Flows/A.yaml")
    await opened.book.reload(saved: 7)
    #expect(await next.contains(#""saved":7"#))
  }

  @Test("A walk is written as a path with its trace only if it runs to its end")
  func kept() async throws {
    let opened = try await StudioPagesTests.opened()
    func keep(_ name: String, _ entry: String) async -> HTTPResponse {
      let text = #"{"flow":"A","name":"\#(name)","entry":"\#(entry)"}"#
      return await opened.pages.answer(
        HTTPRequest(
          "POST", "/keep",
          headers: opened.headers.merging(["content-type": "application/json"]) { $1 },
          body: Array(text.utf8)))
    }
    let good = await keep("one", #"  - path: one\n    rows: [1.1a]\n    end: end\n"#)
    #expect(good.status == 200, "\(String(decoding: good.body, as: UTF8.self))")
    #expect(
      opened.folder.text("Flows/paths/A.yaml")
        == "flow: A\npaths:\n  - path: one\n    rows: [1.1a]\n    end: end\n")
    #expect(opened.folder.text("Flows/paths/A.trace").hasPrefix("# one\n"))
    for entry in [
      #"  - path: one\n    rows: [1.1a]\n    end: end\n"#, #"  - path: two\n    rows: [1.1b]\n"#,
      #"  - path: three\n    rows: [1.1a]\n    end: back\n"#, #"nonsense: yes\n"#, "",
    ] {
      let name = entry.contains("two") ? "two" : entry.contains("three") ? "three" : "one"
      #expect(await keep(name, entry).status == 409, "\(entry)")
    }
    #expect(opened.folder.text("Flows/paths/A.yaml").split(separator: "\n").count == 5)
  }

  @Test("A walk is added to the file of its flow, also to one that ends in yml")
  func keptBesideOthers() async throws {
    let opened = try await StudioPagesTests.opened()
    func entry(_ name: String) -> String { "  - path: \(name)\n    rows: [1.1a]\n    end: end\n" }
    let old = "flow: A\npaths:\n" + entry("one")
    try opened.folder.write(old, to: "Flows/paths/A.yml")
    let catalogue = try #require(await opened.book.catalogue)
    for (name, isDone) in [("one", false), ("two", true)] {
      let kept = KeptPath(flow: "A", name: name, entry: entry(name))
        .write(to: opened.folder.path("Flows/paths"), catalogue, page: "A")
      #expect(kept.isDone == isDone, "\(kept.text)")
    }
    #expect(opened.folder.text("Flows/paths/A.yml") == old + entry("two"))
    #expect(opened.folder.bytes("Flows/paths/A.yaml").isEmpty)
  }
}
