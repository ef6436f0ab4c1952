import FlowKit
import FlowStore
import Foundation

/// What the environment says: where the database is, the keys, the port, the flows.
struct Config {
  let database: String
  let sealing: SealingKeys
  /// Signs sessions and makes the codes.
  let secret: [UInt8]
  let port: Int
  let flows: String
  /// The flows of earlier releases, which visitors may be in the middle of.
  let olderFlows: [String]
  /// Where mails are written, since the example sends none.
  let mails: String

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    func need(_ name: String) throws -> String {
      guard let value = environment[name], !value.isEmpty else { throw Missing(name: name) }
      return value
    }
    func key(_ name: String) throws -> SealingKey {
      var digits = Array(try need(name).utf8)
      guard let key = SealingKey(hex: Secret(moving: &digits)) else { throw Missing(name: name) }
      return key
    }
    let older = environment["OLDER_KEY"] == nil ? [] : [try key("OLDER_KEY")]
    sealing = SealingKeys(try key("SEALING_KEY"), older: older)
    secret = Array(try need("SESSION_KEY").utf8)
    database = try need("DATABASE")
    port = Int(environment["PORT"] ?? "8080") ?? 8080
    flows = environment["FLOWS"] ?? "Flows"
    olderFlows = (environment["OLDER_FLOWS"] ?? "").split(separator: ":").map(String.init)
    mails = environment["MAILS"] ?? "/dev/stdout"
  }

  struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String {
      "\(name) is missing or wrong; SEALING_KEY and SESSION_KEY are what `openssl rand -hex 32` "
        + "prints, DATABASE is what libpq takes"
    }
  }
}
