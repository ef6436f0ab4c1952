public import CryptoCore
import ISO7816

extension EstEIDCard {
  /// Reads fields of the holder's data: two exchanges each, and one to select the directory.
  ///
  /// The fields are read in the order of `fields`. A field that is empty on the card is absent.
  public func personalData(
    _ fields: [PersonalField] = PersonalField.allCases
  ) async throws(EstEIDError) -> PersonalData {
    try await exclusively { () async throws(EstEIDError) in
      var data = PersonalData()
      for field in fields {
        try await select(field)
        guard let text = PersonalData.text(of: try await readShortFile()) else {
          throw .malformedData(.readFile)
        }
        data[field] = text
      }
      return data
    }
  }

  private func select(_ field: PersonalField) async throws(EstEIDError) {
    let file: [UInt8] = [0x50, field.rawValue]
    if location != .personal {
      try await selectRoot()
      if options.pathSelection.contains(.personalData), let path = profile.personalPath {
        let command = CommandAPDU(0x00, 0xA4, 0x09, 0x0C, data: path + file)
        if try await select(byPath: command) {
          location = .personal
          return
        }
      }
      location = .elsewhere
      try await require(profile.personalDirectory, .selectFile)
      location = .personal
    }
    try await require(.selectFile(file), .selectFile)
  }

  /// Reads one of the card's certificates, once per session. Its validity is not checked.
  public func certificate(
    _ kind: CertificateKind
  ) async throws(EstEIDError) -> Certificate {
    try await exclusively { () async throws(EstEIDError) in
      try await readCertificate(kind)
    }
  }

  func readCertificate(_ kind: CertificateKind) async throws(EstEIDError) -> Certificate {
    if let certificate = certificates[kind] { return certificate }
    try await selectCertificate(kind)
    let der = try await readDERFile()
    guard let certificate = try? Certificate(der: der) else {
      throw .certificate(.unreadable)
    }
    certificates[kind] = certificate
    return certificate
  }

  private func selectCertificate(_ kind: CertificateKind) async throws(EstEIDError) {
    guard let key = profile.keys[kind] else { throw .unsupportedCard }
    guard key.application != nil else {
      location = .elsewhere
      return try await require(key.path, .selectFile)
    }
    if location == .root, options.pathSelection.contains(.certificate(kind)),
      try await select(byPath: key.path)
    {
      location = .application(kind, surely: false)
      return
    }
    if location != .application(kind, surely: true) { try await selectApplication(of: kind) }
    try await require(.selectFile(key.file), .selectFile)
  }
}

extension EstEIDCard.PathSelection {
  static func certificate(_ kind: CertificateKind) -> EstEIDCard.PathSelection {
    switch kind {
    case .authentication: .authenticationCertificate
    case .signing: .signingCertificate
    }
  }
}
