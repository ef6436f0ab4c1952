import Files
import FlowKit
import FlowTestSupport
import TestSupport
import Testing
import Unlock

@Suite struct ExampleTests {
  @Test("The example unlocks the app with the right PIN")
  func unlocks() async throws {
    let trace = try await unlock(
      flows: try catalogue(in: flowsFolder).compiledFile, pin: secret("135790"))
    #expect(
      // The time at the start of a line is the real one.
      trace.map { $0.split(separator: " ms  ").last } == [
        "UC2.3:1.3a  User enters PIN -> 1.4",
        "PF2.8:1.1a  Case: PIN is valid -> result Valid PIN",
        "UC2.3:1.4a  Result: Confirm -> 1.5",
      ])
  }

  @Test("A wrong PIN leads to the prompt")
  func wrongPIN() async throws {
    let trace = try await unlock(
      flows: try catalogue(in: flowsFolder).compiledFile, pin: secret("000000"))
    #expect(
      trace.last?.hasSuffix("PF2.8:1.1d  Case: PIN is wrong (non-final round, first attempt) -> 2")
        ?? false)
  }

  @Test("The README shows the example word for word")
  func readme() throws {
    let readme = String(decoding: try FileSystem.read(projectFolder + "/README.md"), as: UTF8.self)
    let example = String(
      decoding: try FileSystem.read(projectFolder + "/Examples/Unlock/Unlock.swift"),
      as: UTF8.self)
    #expect(readme.contains(example))
  }
}
