import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import TestSupport

/// Parts of scripts, as plain exchanges.
enum Scripts {
  typealias Exchange = ScriptedChannel.Exchange

  static func line(_ command: String, _ response: String) -> Exchange {
    Exchange(hex(command), .success(hex(response)))
  }

  static let selectMain = line("00a4040c10a000000077010800070000fe00000100", "9000")
  static let selectAWP = line("00a4040c0de828bd080ff2504f5420415750", "9000")
  static let selectQSCD = line("00a4040c1051534344204170706c69636174696f6e", "9000")
  static let selectAuthenticationPath = line("00a4090c04adf13401", "9000")
  static let selectAuthenticationFile = line("00a4020c023401", "9000")
  static let selectSigningFile = line("00a4020c02341f", "9000")

  static let chooseAuthenticationKey = line("002241a4098004ff200800840181", "9000")
  static let chooseSigningKey = line("002241b6098004ff15080084019f", "9000")

  /// A certificate in chunks of 223 bytes.
  static func read(_ file: [UInt8]) -> [Exchange] {
    stride(from: 0, to: file.count, by: 223).map { offset in
      let chunk = Array(file[offset..<min(offset + 223, file.count)])
      // The length is not known before the first answer.
      let length = offset == 0 ? 223 : chunk.count
      return Exchange(
        [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(length)],
        .success(chunk + [0x90, 0x00]))
    }
  }

  /// VERIFY of PIN1 1234, or PIN2 12345, padded with FF.
  static func verify1(_ status: String = "9000") -> Exchange {
    line("002000010c31323334ffffffffffffffff", status)
  }

  static func verify2(_ status: String = "9000") -> Exchange {
    line("002000850c3132333435ffffffffffffff", status)
  }

  /// GET DATA of a counter.
  static func counter1(_ left: UInt8) -> Exchange {
    line(
      "00cb3fff0a4d087006bf810102a08000", "700ebf81010aa0089a01039b010\(left)a1009000")
  }

  static func counter2(_ left: UInt8) -> Exchange {
    line(
      "00cb3fff0a4d087006bf810502a08000", "700ebf81050aa0089a01039b010\(left)a1009000")
  }

  static func counterPUK(_ left: UInt8) -> Exchange {
    line(
      "00cb3fff0a4d087006bf810202a08000", "700ebf81020aa0089a01039b010\(left)a1009000")
  }

  /// INTERNAL AUTHENTICATE as a real card answered it.
  static let authenticate = line("0088000030" + digest + "00", signature + "9000")

  static let digest = """
    592339cef290ada30eac71d4cbb0420b479c1a0936fe0225a0fbc6dc2e51ff58\
    cfd5add29772de4368eb1b024f1cbc8a
    """
  static let signature = """
    0445217652db2401f64ea2222a21f8cfc8d05757e580c118a57d2c66318dd5b3\
    5a6f360b3917ec58b57883997fb92c03ca449bfe95d674ddcdc7514800c618cf\
    0d7e9e31ae4a430468043c5d857efab721b3354b4b7b7c85ca1d700a369fdf03
    """

  /// The real card's authentication certificate.
  static let certificate = der("ee-real-test-card-auth-cert.der")

  static func der(_ name: String) -> [UInt8] {
    (try? fixture("../../../BaseTests/CryptoCore/Fixtures/\(name)")) ?? []
  }

  /// 2023-11-14, when the real card's certificate was valid.
  static let now: Int64 = 1_700_000_000
}

/// Options of a test: an own memory, the time of the certificates.
func options(
  _ paths: EstEIDCard.PathSelection = [], memory: PINMemory? = nil, now: Int64 = Scripts.now
) throws -> EstEIDCard.Options {
  let memory = if let memory { memory } else { try PINMemory() }
  return EstEIDCard.Options(memory: memory, pathSelection: paths, now: { now })
}
