import Diagnostics
import Files
import FlowCheck
import FlowFiles
import FlowLoader
import FlowModel
import Foundation
import TestSupport
import Testing

/// Flow files with random changes. `FUZZ_SECONDS=600` runs for ten minutes with a new seed.
@Suite struct FuzzTests {
  static let corpus: [[UInt8]] = {
    let paths = (try? FileSystem.yamlFiles(below: flowsFolder, except: [])) ?? []
    return paths.compactMap { try? FileSystem.read($0) }
  }()

  @Test("A randomly changed flow file gives a catalogue or diagnostics, and crashes nothing")
  func changedFiles() throws {
    let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Double($0) }
    let seed = seconds == nil ? 1 : UInt64(Date().timeIntervalSince1970)
    var dice = SplitMix(seed: seed)
    let start = Date()
    var rounds = 0
    #expect(Self.corpus.count > 50)
    while rounds < 300 || seconds.map({ Date().timeIntervalSince(start) < $0 }) ?? false {
      rounds += 1
      let text = Self.changed(&dice)
      // The name of the file does not fit after a change of the id; that is a diagnostic, too.
      let file = SourceFile(path: "A.yaml", bytes: text)
      let result = FlowLoader().load([file])
      _ = DiagnosticRenderer(files: [file]).render(result.diagnostics)
      _ = ScriptLoader().load(file)
      if let catalogue = result.catalogue { _ = CheckReport(catalogue) }
      #expect(result.catalogue != nil || !result.diagnostics.isEmpty)
    }
    if seconds != nil { print("\(rounds) files from seed \(seed)") }
  }

  /// A file of the corpus with one to eight changes.
  static func changed(_ dice: inout SplitMix) -> [UInt8] {
    var text = corpus.randomElement(using: &dice) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &dice) where !text.isEmpty {
      let place = Int.random(in: text.indices, using: &dice)
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: text[place] = UInt8.random(in: 0...255, using: &dice)
      case 1: text.remove(at: place)
      case 2: text.insert(UInt8(ascii: "\n"), at: place)
      case 3: text.removeSubrange(place..<min(place + 40, text.count))
      case 4:
        let other = corpus.randomElement(using: &dice) ?? []
        let from = Int.random(in: 0...other.count, using: &dice)
        text.insert(contentsOf: other[from..<min(from + 80, other.count)], at: place)
      case 5:
        let tokens = [
          "[", "{", "}", ": ", "- ", "'", "\"", "|", "&a ", "*a", "!!x ", "#2", "..", "0",
        ]
        text.insert(contentsOf: (tokens.randomElement(using: &dice) ?? "").utf8, at: place)
      case 6:
        let end = text[place...].firstIndex(of: 0x0A) ?? text.count
        text.insert(contentsOf: text[place..<end], at: place)
      default:
        // A scalar in place of another one of the same file.
        let words = text.split(separator: UInt8(ascii: " "))
        if let word = words.randomElement(using: &dice) {
          let end = text[place...].firstIndex(of: UInt8(ascii: " ")) ?? text.count
          text.replaceSubrange(place..<end, with: word)
        }
      }
    }
    return text
  }
}
