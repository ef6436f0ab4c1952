public import CryptoCore
internal import Encodings
public import JSON
public import WebToken

/// A request of the browser's extension, in the protocol of Web eID.
public struct BrowserRequest: Hashable, Sendable {
  /// The kind of the request.
  public enum Command: Hashable, Sendable {
    /// A token for a challenge.
    case authenticate(challenge: String)
    /// A signature of a digest, with the key of the certificate that the website has prepared it
    /// for.
    case sign(digest: [UInt8], function: Hash, certificate: [UInt8])
    /// The certificate of the signature key.
    case signingCertificate
    /// Nothing: the extension looks whether this program is there.
    case quit
  }

  /// Why a message is not a request that can be answered.
  public enum Problem: Error, Hashable, Sendable {
    /// It is not a request of the protocol.
    case invalid(String)
    /// Its origin is not one that a token may be made for.
    case wrongOrigin(String)
  }

  /// The kind of the request.
  public let command: Command
  /// The website that asks. Nil for `quit`.
  public let origin: Origin?

  /// How long a message may be, in bytes.
  public static let lengths = 5...8_192

  /// Reads a message: UTF-8, an object with the string `command` and the object `arguments`.
  public init(_ message: [UInt8]) throws(Problem) {
    guard BrowserRequest.lengths.contains(message.count) else {
      throw .invalid("a message has from 5 to 8192 bytes")
    }
    guard let object = JSONValue(parsing: message), case .object = object,
      let command = object["command"]?.string, let arguments = object["arguments"]
    else { throw .invalid("a message is an object with `command` and `arguments`") }
    try self.init(command, arguments)
  }

  /// Reads a command and its arguments.
  public init(_ command: String, _ arguments: JSONValue) throws(Problem) {
    guard case .object(let members) = arguments else {
      throw .invalid("`arguments` is not an object")
    }
    let known = Arguments(members, of: command)
    switch command {
    case "quit":
      self.command = .quit
      origin = nil
    case "get-signing-certificate":
      try known.require(["origin"])
      self.command = .signingCertificate
      origin = try known.origin()
    case "authenticate":
      try known.require(["challengeNonce", "origin"])
      let challenge = try known.text("challengeNonce")
      guard (44...128).contains(challenge.utf16.count) else {
        throw .invalid("`challengeNonce` has from 44 to 128 characters")
      }
      self.command = .authenticate(challenge: challenge)
      origin = try known.origin()
    case "sign":
      try known.require(["certificate", "hash", "hashFunction", "origin"])
      let function = try known.function()
      guard let digest = Base64.decoded(try known.text("hash")), digest.count == function.length
      else { throw .invalid("`hash` is not a digest of \(function.name) in base64") }
      guard let certificate = Base64.decoded(try known.text("certificate")) else {
        throw .invalid("`certificate` is not base64")
      }
      self.command = .sign(digest: digest, function: function, certificate: certificate)
      origin = try known.origin()
    default:
      throw .invalid("there is no such command")
    }
  }
}

/// The arguments of a command.
private struct Arguments {
  private let members: [JSONValue.Member]
  private let command: String

  init(_ members: [JSONValue.Member], of command: String) {
    self.members = members
    self.command = command
  }

  /// Refuses a command without exactly these arguments. `lang`, the language of the website, may be
  /// there too.
  func require(_ names: [String]) throws(BrowserRequest.Problem) {
    let given = members.map(\.key).filter { $0 != "lang" }.sorted()
    guard given == names else {
      throw .invalid(
        "`\(command)` has the arguments \(names.map { "`\($0)`" }.joined(separator: ", "))")
    }
  }

  func text(_ name: String) throws(BrowserRequest.Problem) -> String {
    guard let text = members.first(where: { $0.key == name })?.value.string, !text.isEmpty else {
      throw .invalid("`\(name)` is not a text, or an empty one")
    }
    return text
  }

  /// An origin as browsers spell it: `https://`, a host and perhaps a port, nothing else.
  func origin() throws(BrowserRequest.Problem) -> Origin {
    let text = try text("origin")
    guard let origin = try? Origin(text), origin.description == text, text.hasPrefix("https://")
    else {
      throw .wrongOrigin("the origin is not `https://host` or `https://host:port`")
    }
    return origin
  }

  func function() throws(BrowserRequest.Problem) -> Hash {
    let name = try text("hashFunction")
    guard let function = Hash.ofCards.first(where: { $0.name == name }) else {
      throw .invalid("the card signs digests of SHA-256, SHA-384 and SHA-512 only")
    }
    return function
  }
}

extension Hash {
  /// The functions whose digests the cards sign.
  static let ofCards: [Hash] = [.sha256, .sha384, .sha512]

  /// The name in the protocol.
  var name: String { "SHA-\(length * 8)" }

  /// A signature algorithm with this function, as the protocol describes it.
  var algorithm: JSONValue {
    .object([
      "cryptoAlgorithm": .string("ECC"), "hashFunction": .string(name),
      "paddingScheme": .string("NONE"),
    ])
  }
}
