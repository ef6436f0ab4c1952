import ArgumentParser
import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing
import WalletApp
import WalletSimulator

@testable import FlowRunCLI

@Suite struct ByItselfTests {
  /// How many scripts of each flow are compared.
  private static let scripts = sampleSize("BY_ITSELF", or: 1)

  /// The script's world, with the card on the reader, unless it says when the card comes.
  private func settings(_ script: Script) -> WorldSettings {
    let world = script.world ?? WorldSettings([])
    let card = world.settings("card") ?? WorldSettings([])
    guard card.text("touches") == nil else { return world }
    let touches = WorldSettings.Entry(name: "touches", value: .text("0 s"), span: .top)
    return WorldSettings(
      world.entries.filter { $0.name != "card" } + [
        .init(name: "card", value: .settings(WorldSettings(card.entries + [touches])), span: .top)
      ])
  }

  @Test("A run by itself takes the rows that a script takes whose user does nothing")
  func sameRows() async throws {
    let catalogue = try catalogue(in: flowsFolder)
    var compared: [String: Int] = [:]
    let folder = flowsFolder + "/" + FlowLoader.realFolder
    for path in try FileSystem.yamlFiles(below: folder, except: []) {
      let file = SourceFile(path: path, bytes: try FileSystem.read(path))
      for var script in ScriptLoader(world: World.shape).load(file).scripts
      where script.inputs.isEmpty && compared[script.flow, default: 0] < ByItselfTests.scripts {
        script.events = []
        script.world = settings(script)
        let program = catalogue.compiled(as: script.reading)
        let temporary = try Folder()
        let outcome = await WorldScript.run(script, on: program, folder: temporary.path)
        // Waiting takes real time with `--by-itself`.
        guard outcome.entries.allSatisfy({ $0.at == 0 }) else { continue }
        var lines = try await linesByItself(script, on: program)
        // A run that an action fails has no end.
        if !outcome.ending.hasPrefix("failed: ") {
          let end = TraceFormat.text(end: outcome.ending)
          #expect(lines.popLast().map { $0 + "\n" } == end, "\(script.name)")
        }
        #expect(lines == outcome.entries.map(\.row.qualified), "\(script.name)")
        compared[script.flow, default: 0] += 1
      }
    }
    // Of the others PF2.8 begins with a PIN.
    #expect(compared.count >= 15, "\(compared)")
  }

  /// The rows of the trace, and its last line.
  private func linesByItself(
    _ script: Script, on program: Program
  ) async throws -> [String] {
    let folder = try Folder()
    let clock = ManualRunClock()
    let world = World().changed(by: script.world ?? WorldSettings([]))
    let options = try RunOptions.parse([script.flow, "--trace", "text"])
    let run = InteractiveRun(
      program: program, flow: try need(program.catalogue.flow(named: script.flow)),
      options: options, terminal: nil,
      world: try await Simulator(world, folder: folder.path, clock: clock), clock: clock)
    let (console, printed) = Console.kept()
    await Console.$current.withValue(console) { try? await run.run() }
    return printed.out.split(separator: "\n").compactMap { line in
      line.split(separator: " ms  ").last?.split(separator: "  ").first.map(String.init)
    }
  }
}
