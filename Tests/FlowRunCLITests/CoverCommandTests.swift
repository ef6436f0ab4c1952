import Files
import FlowLoader
import Foundation
import TestSupport
import Testing

@Suite struct CoverCommandTests {
  @Test("Rows that no run took are named with their file and line")
  func missingRows() async {
    let trace = await flowrun("uc2.3", "--rows", "1.1b,1.2b,2.1a,1.3b,6.1b", "--trace", "json").out
    let outcome = await flowrun("cover", "-", input: trace)
    #expect(outcome.status == 0 && outcome.err.isEmpty)
    #expect(outcome.out.hasPrefix("1 run, 5 rows taken; as written, 5 of 27 rows (18%)\n"))
    let file = (try? FileSystem.read(flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml")) ?? []
    let lines = String(decoding: file, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = (lines.firstIndex { $0 == "          a:" } ?? -1) + 1
    #expect(
      outcome.out.contains(
        "wallet/UC2.3-unlock-the-app.yaml:\(line)  1.1a  Case: Biometrics are enabled\n")
    )
    #expect(!outcome.out.contains("  1.2b  "))
  }

  @Test("Several runs are added up, and every format shows how often a row was taken")
  func severalRuns() async {
    let one = await flowrun("uc1.2", "--rows", "1.1a,2.1a", "--trace", "json").out
    let two = await flowrun("uc1.2", "--rows", "1.1b,3.1b", "--trace", "json").out
    let table = await flowrun("cover", "-", "--table", input: one + two)
    #expect(table.out.contains("2 runs, 4 rows taken"))
    #expect(table.out.contains("   1x  1.1a "))
    #expect(table.out.contains("    -  3.1a "))
    let markdown = await flowrun("cover", "-", "--format", "md", input: one + two)
    #expect(markdown.out.contains("| 1x | 3.1b | Case: User has not setup a remote PIN | resume |"))
    let html = await flowrun("cover", "-", "--format", "html", input: one + two)
    #expect(html.out.contains("<tr class=\"never\"><td class=\"n\">never</td><td>3.1a</td>"))
    let json = await flowrun("cover", "-", "--format", "json", input: one + two)
    let object = try? JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    #expect(object?["taken"] as? Int == 4)
  }

  @Test("`--at-least` fails below the share of rows")
  func atLeast() async {
    let trace = await flowrun("uc1.2", "--rows", "1.1a,2.1a", "--trace", "json").out
    #expect(await flowrun("cover", "-", "--at-least", "15", input: trace).status == 0)
    let outcome = await flowrun("cover", "-", "--at-least", "90", input: trace)
    #expect(outcome.status == 1 && outcome.err.contains("15% of the rows were taken, not 90%"))
  }

  @Test("A row of no flow is a warning with a suggestion")
  func unknownRow() async {
    let outcome = await flowrun("cover", "-", input: "{\"row\":\"UC2.3:1.9a\"}\n")
    #expect(outcome.status == 0)
    #expect(outcome.err.hasPrefix("standard input:1:8: warning: no flow has the row `UC2.3:1.9a`"))
    #expect(outcome.err.contains("did you mean"))
  }

  @Test("Replays are written as JUnit XML")
  func junit() async throws {
    let folder = try Folder()
    let outcome = await flowrun("replay", "uc1.2", "--junit", folder.path("junit.xml"))
    #expect(outcome.status == 0)
    let xml = folder.text("junit.xml")
    #expect(
      xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowrun\""))
    #expect(xml.contains("<testcase classname=\"UC1.2\" name="))
    #expect(xml.components(separatedBy: "<testcase").count > 5)
  }
}
