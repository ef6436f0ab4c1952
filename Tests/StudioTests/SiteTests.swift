import Diagnostics
import FlowFolder
import FlowLoader
import FlowModel
import FlowTestSupport
import Foundation
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct SiteTests {
  @Test(
    "Modules import only earlier ones, each on one line, so the script is all of them in order"
  )
  func modules() throws {
    var earlier: Set<Substring> = []
    var names: [Substring: String] = [:]
    for module in PageFiles.modules {
      let lines = String(decoding: module.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines {
        if line.hasPrefix("import ") {
          let match = try #require(
            line.wholeMatch(of: #/import \{ [\w, ]+ \} from "\./(\w+\.js)";/#), "\(line)")
          #expect(earlier.contains(match.1), "\(module.name) imports \(match.1)")
        }
        #expect(!line.contains("import("), "\(module.name)")
        if let match = line.prefixMatch(
          of: #/(?:export )?(?:async )?(?:const|let|class|function) (\w+)/#)
        {
          let other = names.updateValue(module.name, forKey: match.1)
          #expect(other == nil, "\(match.1) is in \(other ?? "") and in \(module.name)")
        }
      }
      earlier.insert(module.name[...])
    }
    let script = String(decoding: PageFiles.script, as: UTF8.self)
    #expect(script.hasPrefix("(() => {\n\"use strict\";\n"))
    #expect(script.matches(of: #/(?m)^(import|export) /#).isEmpty)
  }

  @Test("Every file of the page is served with the bytes that it has in its folder")
  func files() throws {
    let folder = URL(filePath: projectFolder).appending(path: "Sources/Tool/StudioPage/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let served = PageFiles.modules + PageFiles.styles
    #expect(Set(served.map(\.name) + ["page.html"]) == Set(names))
    for file in served {
      #expect(try Array(Data(contentsOf: folder.appending(path: file.name))) == file.bytes)
    }
    let page = PageFiles.page("", flow: "", language: "et", scripts: "")
    #expect(page.starts(with: "<!doctype html>\n<html lang=\"et\">".utf8))
  }

  @Test("The page has at most 4,000 lines of JavaScript, CSS and HTML")
  func size() {
    let files = PageFiles.modules + PageFiles.styles
    let lines = files.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } }
    #expect(lines <= 4_000)
  }

  @Test("Texts of flows are escaped in pages and scripts")
  func escaped() throws {
    let title = #"</script><script>"{flow}{scripts}&"#
    let file = "flow: A\ntitle: '\(title)'\noutline: '\(title)'\n"
    let catalogue = try #require(
      FlowLoader().load([SourceFile(path: "A.yaml", bytes: Array(file.utf8))]).catalogue)
    let book = Book(catalogue, HouseRuleBook(of: catalogue), name: title) { _ in nil }
    let files = Dictionary(
      Site(book, name: title, engine: [1, 2, 3]).files.map {
        ($0.name, String(decoding: $0.bytes, as: UTF8.self))
      }
    ) { first, _ in first }
    let page = try #require(files["A.html"])
    #expect(
      page.contains("<title>A &lt;/script&gt;&lt;script&gt;&quot;{flow}{scripts}&amp;</title>"))
    #expect(page.contains(#"<body data-flow="A" data-side="new">"#))
    #expect(page.contains("<script src=\"engine.js\"></script>\n<script src=\"flows.js\">"))
    #expect(files["flows.js"]?.contains("</") == false)
    #expect(files["engine.js"] == "var flowrunEngine=\"AQID\";\n")
    #expect(files["index.html"]?.contains(#"<body data-flow="" data-side="new">"#) == true)
  }

  @Test("A site in a language says so, and the book has what inputs are called in it")
  func language() throws {
    var folder = FlowFolder(projectFolder + "/Examples/Hotel/Flows")
    for (language, shown, label) in [("et", "et", "Nimi"), (nil, "en", nil)] {
      let book = Book(&folder, name: "Flows", language: language) { _ in nil }
      let site = Site(book, name: "Flows", engine: [])
      for page in site.files where page.name.hasSuffix(".html") {
        let head = "<!doctype html>\n<html lang=\"\(shown)\">"
        #expect(page.bytes.starts(with: head.utf8), "\(page.name)")
      }
      let lines = try #require(book.tables.first?["lines"]?.array)
      #expect(lines.compactMap { $0["labels"]?["name"]?.string }.first == label)
    }
  }
}
