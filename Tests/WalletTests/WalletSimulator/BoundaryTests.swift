import Diagnostics
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import JSON
import TestSupport
import Testing

@testable import WalletApp
@testable import WalletSimulator

/// Numbers at the ends of 64 bits, wherever one is read from outside: no arithmetic on them may
/// stop the process.
@Suite struct BoundaryTests {
  private static let numbers = [
    "-9223372036854775808", "-9223372036854775807", "-86400000", "-1", "0", "-0", "1", "255", "256",
    "65535", "65536", "2147483647", "4294967295", "106751991167", "9223372036854775",
    "9223372036854775806", "9223372036854775807", "9223372036854775808", "1e400",
    "99999999999999999999999999",
  ]

  @Test("A world takes any number, or refuses it with a message")
  func worlds() throws {
    for number in Self.numbers {
      for text in [
        "app: { unused: \(number) h }", "app: { unused: \(number) ms }",
        "card: { touches: \(number) s }", "card: { leaves after: \(number) }",
        "card: { pin1 tries: \(number) }", "account: { pin: 142536, failures: \(number) }",
        "biometrics: { failures: \(number) }", "versions: { oldest: \(number) }",
        "date: \(number)-12-31", "date: 2026-\(number)-01", "date: 2026-01-\(number)",
      ] {
        let file = SourceFile(path: "world.yaml", bytes: Array(text.utf8))
        let (settings, diagnostics) = WorldLoader(World.shape).load(file)
        #expect((settings == nil) == !diagnostics.isEmpty, "\(text)")
        if let settings { _ = World().changed(by: settings) }
      }
    }
  }

  @Test("A snapshot with any numbers is restored, or refused")
  func snapshots() async throws {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let program = catalogue.compiled(as: .meant)
    let runner = try Runner(
      program, start: try #require(catalogue.flow(named: "UC2.3")), clock: ManualRunClock())
    _ = try await runner.run()
    let whole = try #require(Snapshot(await runner.state)?.json)
    var places: [Range<String.Index>] = []
    var place = whole.startIndex
    while let start = whole[place...].firstIndex(where: \.isNumber) {
      let end = whole[start...].firstIndex { !$0.isNumber } ?? whole.endIndex
      places.append(start..<end)
      place = end
    }
    #expect(!places.isEmpty)
    for range in places {
      for number in Self.numbers {
        let text = whole[..<range.lowerBound] + number + whole[range.upperBound...]
        _ = try? Snapshot(json: String(text)).machine(on: program)
      }
    }
  }

  @Test("What the account server answers may hold any number")
  func verdicts() throws {
    for number in Self.numbers {
      for text in [
        #"{"verdict":"paused","until":\#(number)}"#,
        #"{"verdict":"wrong","attempt":\#(number),"final":false,"until":\#(number)}"#,
      ] {
        guard let json = JSONValue(parsing: text) else { continue }
        if case .wrong(let attempt, _, _)? = PINVerdict(json) { #expect((1...4).contains(attempt)) }
      }
    }
  }

  @Test("The offsets in a barcode may be any number")
  func barcodes() throws {
    let good = SampleLicence.good.barcode
    let bytes = Array(good.utf8)
    for start in 9..<31 {
      for digits in ["0000", "0001", "9999", "0031", "-001", "    "] {
        var changed = bytes
        for (offset, digit) in digits.utf8.enumerated() { changed[start + offset] = digit }
        _ = try? Licence(barcode: String(decoding: changed, as: UTF8.self))
      }
    }
    for count in 0..<bytes.count {
      #expect(throws: ScanProblem.self) {
        try Licence(barcode: String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
  }
}
