internal import Files
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting
internal import WalletSimulator

extension Script {
  /// Runs the script with dictated rows, or in its world.
  func replayed(
    on program: Program, trace: String?, isFull: Bool, inWorld: Bool
  ) async throws -> Replay {
    guard inWorld else { return Replay(self, on: program, trace: trace, isFull: isFull) }
    let folder = try refusing { () throws(FileError) in try TemporaryFolder() }
    let outcome = await WorldScript.run(self, on: program, folder: folder.path, isFull: isFull)
    return Replay(
      self, entries: outcome.entries, ending: outcome.ending, standing: outcome.standing,
      failure: outcome.failure, trace: trace)
  }
}
