internal import Foundation

/// An authority of the program `openssl`, with a responder that says which certificates it has
/// revoked (OCSP).
public final class RevocationAuthority: Sendable {
  /// Who signs the answers of the responder.
  public enum Signer: String, Sendable, CaseIterable {
    /// The authority itself.
    case authority
    /// A responder that the authority has certified for this.
    case responder
    /// A certificate of the authority that is not for this.
    case person
    /// A responder that another authority has certified.
    case stranger
  }

  private let folder: Folder

  /// Makes the authority and the certificates of those who sign, each valid for ten days from now,
  /// and one person's, which is valid, revoked or unknown as `status` says: V, R, or empty.
  ///
  /// - Parameter address: the responder that the person's certificate names. Nil for none.
  public init(status: String = "V", naming address: String? = nil) throws {
    let access = address.map { "authorityInfoAccess = OCSP;URI:\($0)" } ?? ""
    folder = try Folder([
      "extensions": """
      [authority]
      basicConstraints = critical,CA:TRUE
      keyUsage = critical,keyCertSign,cRLSign
      subjectKeyIdentifier = hash
      [responder]
      basicConstraints = CA:FALSE
      keyUsage = critical,digitalSignature
      extendedKeyUsage = OCSPSigning
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid:always
      [person]
      basicConstraints = CA:FALSE
      keyUsage = critical,digitalSignature
      extendedKeyUsage = clientAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid:always
      \(access)
      """
    ])
    for authority in ["authority", "other"] {
      try key(authority)
      try run(
        "req -x509 -new -key \(authority).key -out \(authority).pem -days 10",
        "-subj /C=EE/O=flowrun/CN=\(authority) -config extensions -extensions authority")
    }
    try certify("responder", as: "responder", by: "authority")
    try certify("person", as: "person", by: "authority")
    try certify("stranger", as: "responder", by: "other")
    var line = ""
    if !status.isEmpty {
      let serial = try run("x509 -in person.pem -noout -serial").trimmingCharacters(
        in: .whitespacesAndNewlines
      ).dropFirst("serial=".count)
      let revoked = status == "R" ? "200101000000Z" : ""
      line = "\(status)\t491231235959Z\t\(revoked)\t\(serial)\tunknown\t/CN=person\n"
    }
    try folder.write(line, to: "index.txt")
  }

  /// A certificate in DER: `authority`, `person`, `responder`.
  public func certificate(_ name: String) throws -> [UInt8] {
    try output { "x509 -in \(name).pem -outform DER -out \($0)" }
  }

  /// The private key of a certificate: its scalar.
  public func privateKey(_ name: String) throws -> [UInt8] {
    let key = try output { "ec -in \(name).key -outform DER -out \($0)" }
    // ECPrivateKey (RFC 5915): the version, then the scalar of 48 bytes.
    return Array(key.dropFirst(8).prefix(48))
  }

  /// The responder's answer to a request.
  ///
  /// - Parameter options: further options of `openssl ocsp`.
  public func answer(
    to request: [UInt8], signedBy signer: Signer = .responder, _ options: String = ""
  ) throws -> [UInt8] {
    let question = try Folder()
    try question.write(request, to: "request")
    return try output { answer in
      "ocsp -index index.txt -CA authority.pem -reqin \(question.path("request"))"
        + " -respout \(answer) -rsigner \(signer.rawValue).pem"
        + " -rkey \(signer.rawValue).key \(options)"
    }
  }

  /// What a command writes to a file of its own, so that several may run at once.
  private func output(_ command: (String) -> String) throws -> [UInt8] {
    let place = try Folder()
    try run(command(place.path("output")))
    return place.bytes("output")
  }

  /// A responder of `openssl ocsp` on a free port of this machine, which ends with the
  /// value that is returned.
  public func serve() throws -> (port: Int, responder: RunningResponder) {
    let responder = RunningResponder(in: folder.path)
    return (try responder.start(), responder)
  }

  private func key(_ name: String) throws {
    try run("ecparam -name secp384r1 -genkey -noout -out \(name).key")
  }

  private func certify(_ name: String, as kind: String, by authority: String) throws {
    try key(name)
    try run("req -new -key \(name).key -subj /C=EE/CN=\(name) -out \(name).req -config extensions")
    try run(
      "x509 -req -in \(name).req -CA \(authority).pem -CAkey \(authority).key -CAcreateserial",
      "-days 10 -sha384 -extfile extensions -extensions \(kind) -out \(name).pem")
  }

  @discardableResult
  private func run(_ parts: String...) throws -> String {
    let arguments = parts.joined(separator: " ").split(separator: " ").map(String.init)
    let (status, output) = try OtherProgram.run("openssl", arguments, in: folder.path)
    guard status == 0 else { throw Refusal(output: "openssl \(arguments): \(output)") }
    return output
  }

  /// What `openssl` says if it does not do what it is asked for.
  public struct Refusal: Error { public let output: String }
}

/// A running `openssl ocsp`, ended with its last reference.
public final class RunningResponder {
  private let process = Process()

  fileprivate init(in folder: String) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = URL(filePath: folder)
    process.arguments =
      ("openssl ocsp -index index.txt -CA authority.pem -port 0"
      + " -rsigner responder.pem -rkey responder.key").split(separator: " ").map(String.init)
    process.standardError = FileHandle.nullDevice
  }

  deinit { process.terminate() }

  /// Starts it, and returns its port, which it prints: `ACCEPT [::]:32789 PID=19643`.
  fileprivate func start() throws -> Int {
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw RevocationAuthority.Refusal(output: line) }
      line += String(decoding: piece, as: UTF8.self)
    }
    guard let place = line.split(separator: " ").dropFirst().first,
      let port = place.split(separator: ":").last.flatMap({ Int($0) })
    else { throw RevocationAuthority.Refusal(output: line) }
    return port
  }
}
