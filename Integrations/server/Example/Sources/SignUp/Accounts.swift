import Crypto
import CryptoExtras
import FlowKit
import FlowStore
import Foundation

/// The accounts, in a table beside the runs, and the actions of the sign-up.
struct Accounts: Sendable {
  let store: PostgresStore
  let secret: SymmetricKey
  let mails: String

  func prepare() async throws {
    // Processes that begin at once may all find the table missing.
    for attempt in 1... {
      do {
        _ = try await store.rows(
          """
          CREATE TABLE IF NOT EXISTS accounts
            (mail text PRIMARY KEY, hash bytea NOT NULL, salt bytea NOT NULL, key text NOT NULL)
          """)
        _ = try await store.rows(
          "CREATE TABLE IF NOT EXISTS codes (mail text PRIMARY KEY, key text NOT NULL)")
        return
      } catch { if attempt == 5 { throw error } }
    }
  }

  /// The code of a mail: nobody who has only the database can make it.
  private func code(_ mail: String, _ key: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("code \(mail) \(key)".utf8), using: secret)
    let number = code.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
    let digits = String(number)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func hash(_ password: borrowing Secret, _ salt: [UInt8]) throws -> [UInt8] {
    try password.withBytes { bytes in
      let key = try KDF.Scrypt.deriveKey(
        from: bytes, salt: salt, outputByteCount: 32, rounds: 16_384, blockSize: 8,
        parallelism: 1)
      return key.withUnsafeBytes { Array($0) }
    }
  }

  var handlers: Handlers {
    var handlers = Handlers()
    handlers.bind("code.send", outcomes: ["sent"]) { [self] context in
      let (mail, key) = (context.input("mail") ?? "", context.key ?? "")
      _ = try await store.rows(
        """
        INSERT INTO codes (mail, key) VALUES ($1, $2)
        ON CONFLICT (mail) DO UPDATE SET key = excluded.key
        """, [.text(mail), .text(key)])
      // The same key gives the same code, so a mail that is sent twice is no other mail.
      try send(mail, code(mail, key))
      return "sent"
    }
    handlers.bind("code.check", outcomes: ["right", "wrong"]) { [self] context in
      let entered = try context.secret("code")
      let mail = context.input("mail") ?? ""
      do {
        let rows = try await store.rows("SELECT key FROM codes WHERE mail = $1", [.text(mail)])
        guard let key = rows.first?.first?.text else { return "wrong" }
        let right = Array(code(mail, key).utf8)
        return entered.withBytes { Accounts.isSame($0, right) } ? "right" : "wrong"
      } catch {
        context.giveBack(entered, as: "code")
        throw error
      }
    }
    handlers.bind("account.make", outcomes: ["made", "taken"]) { [self] context in
      let password = try context.secret("password")
      let (mail, key) = (context.input("mail") ?? "", context.key ?? "")
      do {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
        // Counts each key once: performed again, it finds its own account.
        let rows = try await store.rows(
          """
          INSERT INTO accounts (mail, hash, salt, key) VALUES ($1, $2, $3, $4)
          ON CONFLICT (mail) DO UPDATE SET mail = excluded.mail RETURNING key
          """, [.text(mail), .bytes(try hash(password, salt)), .bytes(salt), .text(key)])
        return rows.first?.first?.text == key ? "made" : "taken"
      } catch {
        context.giveBack(password, as: "password")
        throw error
      }
    }
    return handlers
  }

  private func send(_ mail: String, _ code: String) throws {
    guard let file = fopen(mails, "a") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(file) }
    fputs("\(mail) \(code)\n", file)
  }

  /// Whether somebody with this address has this password. It takes as long without an account.
  func logIn(_ mail: String, _ password: borrowing Secret) async throws -> Bool {
    let rows = try await store.rows(
      "SELECT hash, salt FROM accounts WHERE mail = $1", [.text(mail)])
    let salt = rows.first?[1].bytes ?? [UInt8](repeating: 0, count: 16)
    let found = try hash(password, salt)
    guard let right = rows.first?[0].bytes else { return false }
    return found.withUnsafeBytes { Accounts.isSame($0, right) }
  }

  /// Compares in a time that does not depend on where they differ.
  static func isSame(_ entered: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
    guard entered.count == right.count else { return false }
    return zip(entered, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
