internal import CryptoCore
internal import Databases
internal import Dates
internal import Encodings
internal import Files
internal import JSON
internal import Secrets
internal import Synchronization

/// The runs of a gate on the disk: a key, and a database (SQLite) with a log for each run, to which
/// lines are only added, and the questions to people.
///
/// Several gates may share it. Each change of a run adds lines behind the one that the caller
/// knows, so that of two callers with the same handle only one acts.
package struct GateStore: Sendable {
  /// The folder, which only its owner may read.
  package let folder: String
  private let key: SecretBytes
  let database: GateDatabase

  /// Opens the store, and makes it if it is not there.
  package init(_ folder: String) throws(AgentRefusal) {
    self.folder = folder
    do {
      try FileSystem.makePrivateFolder(folder)
      let path = folder + "/key"
      let lock = try FileLock(folder + "/lock")
      if !FileSystem.exists(path) {
        try FileSystem.writePrivately(try Random.bytes(AESGCM.keyLength), to: path)
      }
      var bytes = [UInt8](repeating: 0, count: AESGCM.keyLength)
      let count = try bytes.withUnsafeMutableBytes { buffer throws(FileError) in
        try FileSystem.readPrivately(path, into: buffer)
      }
      guard count == bytes.count else {
        throw AgentRefusal("`\(path)` is not the key of a gate")
      }
      key = SecretBytes(Secret(moving: &bytes))
      database = try GateDatabase(folder + "/runs.db")
      _ = consume lock
    } catch let error as AgentRefusal {
      throw error
    } catch let error as DatabaseError {
      throw AgentRefusal("the store of the gate cannot be used: \(error.reason)")
    } catch {
      throw AgentRefusal("the store of the gate cannot be used: \(error)")
    }
  }

  /// The key for handles and logs, which every holder of this store shares.
  private final class SecretBytes: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }

  // MARK: Handles

  /// A text that only this store can open or make.
  func sealed(_ text: String) throws(AgentRefusal) -> String {
    do {
      let nonce = try Random.bytes(AESGCM.nonceLength)
      var bytes = Array(text.utf8)
      let sealed = try AESGCM.sealed(Secret(moving: &bytes), key: key.secret, nonce: nonce)
      return Base64.urlEncoded(nonce + sealed)
    } catch { throw AgentRefusal("the handle cannot be sealed") }
  }

  /// The text of a handle. Nil unless this store has made it.
  func opened(_ handle: String) -> String? {
    guard handle.utf8.count < 1 << 20, let bytes = Base64.urlDecoded(handle),
      bytes.count > AESGCM.nonceLength
    else { return nil }
    let nonce = Array(bytes[..<AESGCM.nonceLength])
    do throws(CryptoError) {
      let secret = try AESGCM.opened(
        Array(bytes[AESGCM.nonceLength...]), key: key.secret, nonce: nonce)
      return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    } catch { return nil }
  }

  // MARK: Logs

  /// A number for a run that nobody can guess.
  func newRun() throws(AgentRefusal) -> String {
    guard let bytes = try? Random.bytes(16) else { throw AgentRefusal("no random numbers") }
    return Hexadecimal.text(bytes)
  }

  /// Whether a text could be the number of a run, so that it may become a part of a path.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { (48...57) ~= $0 || (97...102) ~= $0 }
  }

  /// The runs, in the order of their starts.
  package var runs: [String] { (try? database.runs()) ?? [] }

  /// Adds lines behind the one whose code is `head`. Nil begins the log.
  ///
  /// - Returns: the code of the last line. Nil if the log has gone on since `head`.
  func add(
    _ lines: [JSONValue], to run: String, after head: String?
  ) throws(AgentRefusal) -> String? {
    var last = head ?? run
    var texts: [(code: String, line: String)] = []
    for line in lines {
      let at = JSONValue.integer(SystemTime.milliseconds())
      let members =
        [("time", at), ("run", .string(run))] + (line.members ?? []).map { ($0.key, $0.value) }
      let text = String(JSONValue.object(members: members).text.dropLast())
      last = code(of: text, after: last)
      texts.append((last, "\(text),\"code\":\"\(last)\"}"))
    }
    do throws(DatabaseError) {
      return try database.add(texts, to: run, after: head) ? last : nil
    } catch { throw AgentRefusal("the log of the run cannot be written: \(error.reason)") }
  }

  /// The code of the last line of a run. Nil if there is no such run.
  func head(of run: String) -> String? { try? database.head(of: run) }

  /// The code of a line: it depends on all lines before it, and only the store can make it.
  func code(of line: String, after last: String) -> String {
    let code = try? MAC.hmac(.sha256, of: Array("\(last)\n\(line)".utf8), key: key.secret)
    return code.map { Hexadecimal.text($0) } ?? ""
  }

  /// The log of a run, checked.
  package func log(of run: String) throws(AgentRefusal) -> GateLog {
    guard GateStore.isNumber(run), let lines = try? database.lines(of: run), !lines.isEmpty else {
      throw AgentRefusal("there is no run `\(AgentArguments.short(run))`")
    }
    return GateLog(lines, of: run, in: self)
  }

  /// A log that was kept elsewhere, checked.
  package func log(kept bytes: [UInt8]) -> GateLog {
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let run = lines.first.flatMap { JSONValue(parsing: $0)?["run"]?.string } ?? ""
    return GateLog(lines, of: run, in: self)
  }
}
