import CLimits
import CryptoCore
import ISO7816
import PACE
import Secrets
import VirtualCard
import Workloads

/// PACE with a card in memory; only the terminal's side is timed.
struct PACEBench {
  static let runs = 40
  private let card: VirtualCard
  private let parameters: PACEParameters

  init() async throws {
    card = try VirtualCard()
    parameters = PACEParameters(cipher: .aes256, curve: .p256)
  }

  static func limit() throws -> Int {
    for _ in 0..<runs where limit_pace_points() != 1 { throw BenchError("OpenSSL refuses") }
    return runs
  }

  /// Returns the nanoseconds of our side, for this number of runs.
  func run(_ time: Measurement.Time) async throws -> Double {
    var passed: Int64 = 0
    for _ in 0..<PACEBench.runs {
      await card.reset()
      let can = Secret(capacity: 6) { buffer in
        for index in 0..<6 { buffer[index] = 0x31 + UInt8(index) }
        return 6
      }
      var start = time.now
      var terminal = PACETerminal(parameters: parameters, secret: can)
      var command: CommandAPDU? = terminal.begin()
      passed += time.now - start
      while let next = command {
        guard case .response(let bytes) = await card.react(to: next.encoded),
          let response = ResponseAPDU(parsing: bytes)
        else { throw BenchError("the card does not answer") }
        start = time.now
        command = try terminal.advance(on: response)
        passed += time.now - start
      }
      _ = try terminal.takeSecureMessaging()
    }
    return Double(passed) / Double(PACEBench.runs)
  }
}
