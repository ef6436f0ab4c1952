import COpenSSL

/// A libcrypto certificate, freed at the end of its scope.
struct OwnedCertificate: ~Copyable {
  let pointer: OpaquePointer

  init(_ der: [UInt8]) throws(CryptoError) {
    pointer = try parsed(der, free: X509_free) { d2i_X509(nil, &$0, $1) }
  }

  /// An empty certificate, to be filled and signed.
  init() throws(CryptoError) {
    guard let pointer = X509_new() else { throw .libraryFailure }
    self.pointer = pointer
  }

  deinit { X509_free(pointer) }
}

extension OwnedCertificate {
  var subject: DistinguishedName { Self.name(X509_get_subject_name(pointer)) }
  var issuer: DistinguishedName { Self.name(X509_get_issuer_name(pointer)) }
  var serialNumber: [UInt8] { Self.bytes(X509_get0_serialNumber(pointer)) ?? [] }
  var subjectKeyIdentifier: [UInt8]? { Self.bytes(X509_get0_subject_key_id(pointer)) }
  var authorityKeyIdentifier: [UInt8]? { Self.bytes(X509_get0_authority_key_id(pointer)) }
  var isAuthority: Bool { X509_check_ca(pointer) == 1 }

  var keyUsage: KeyUsage? {
    let bits = X509_get_key_usage(pointer)
    // libcrypto returns this value if there is no extension.
    return bits == UInt32.max ? nil : KeyUsage(rawValue: bits)
  }

  var extendedKeyUsages: [ObjectIdentifier] {
    identifiers(
      in: NID_ext_key_usage, count: flowrun_usage_count, at: flowrun_usage,
      free: EXTENDED_KEY_USAGE_free)
  }

  var policies: [ObjectIdentifier] {
    identifiers(
      in: NID_certificate_policies, count: flowrun_policy_count, at: flowrun_policy,
      free: CERTIFICATEPOLICIES_free)
  }

  var responders: [String] {
    guard let list = flowrun_responders(pointer) else { return [] }
    defer { X509_email_free(list) }
    return (0..<max(0, flowrun_texts_count(list))).compactMap { index in
      flowrun_text(list, index).map { String(cString: $0) }
    }
  }

  /// The object identifiers in an extension that is a list. Empty without the extension.
  private func identifiers(
    in extension: Int32, count: (OpaquePointer) -> Int32,
    at: (OpaquePointer, Int32) -> OpaquePointer?, free: (OpaquePointer) -> Void
  ) -> [ObjectIdentifier] {
    guard let list = X509_get_ext_d2i(pointer, `extension`, nil, nil).map(OpaquePointer.init) else {
      return []
    }
    defer { free(list) }
    return (0..<max(0, count(list))).compactMap { Self.dotted(at(list, $0)) }
  }

  var publicKey: CurvePoint? {
    let key = X509_get0_pubkey(pointer)
    guard let key, let curve = Curve(nid: flowrun_ec_key_curve(key)) else {
      ERR_clear_error()
      return nil
    }
    var point = [UInt8](repeating: 0, count: curve.pointLength)
    guard flowrun_ec_key_point(key, &point, point.count) == point.count else { return nil }
    return try? CurvePoint(point, on: curve)
  }

  /// The first and the last second of the validity.
  func validity() throws(CryptoError) -> (Int64, Int64) {
    guard let first = Self.seconds(X509_get0_notBefore(pointer)),
      let last = Self.seconds(X509_get0_notAfter(pointer))
    else { throw .malformed }
    return (first, last)
  }

  private static func name(_ name: OpaquePointer?) -> DistinguishedName {
    DistinguishedName(
      country: text(NID_countryName, name), organization: text(NID_organizationName, name),
      commonName: text(NID_commonName, name), surname: text(NID_surname, name),
      givenName: text(NID_givenName, name), serialNumber: text(NID_serialNumber, name))
  }

  /// The first value of an attribute as UTF-8, whatever its string type is.
  private static func text(_ attribute: Int32, _ name: OpaquePointer?) -> String? {
    let index = X509_NAME_get_index_by_NID(name, attribute, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(name, index) else { return nil }
    var start: UnsafeMutablePointer<UInt8>?
    let length = ASN1_STRING_to_UTF8(&start, X509_NAME_ENTRY_get_data(entry))
    guard length >= 0, let start else { return nil }
    defer { flowrun_free(start) }
    return String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }

  private static func bytes(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8]? {
    guard let string, let start = ASN1_STRING_get0_data(string) else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
  }

  private static func dotted(_ object: OpaquePointer?) -> ObjectIdentifier? {
    var text = [CChar](repeating: 0, count: 128)
    let length = OBJ_obj2txt(&text, Int32(text.count), object, 1)
    guard length > 0, length < text.count else { return nil }
    return ObjectIdentifier(
      String(decoding: text[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Seconds since 1970-01-01T00:00:00Z of a UTCTime or a GeneralizedTime.
  static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_STRING_free(epoch) }
    var days: Int32 = 0
    var rest: Int32 = 0
    guard ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else { return nil }
    return Int64(days) * 86_400 + Int64(rest)
  }
}

/// The structure, such as a certificate, that libcrypto reads from `der`. Throws `malformed` if
/// that is not all of the bytes.
func parsed(
  _ der: [UInt8], free: (OpaquePointer?) -> Void,
  by read: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
) throws(CryptoError) -> OpaquePointer {
  let (parsed, isWhole) = der.withUnsafeBufferPointer { buffer in
    var start = buffer.baseAddress
    let parsed = read(&start, buffer.count)
    return (parsed, start == buffer.baseAddress.map { $0 + buffer.count })
  }
  guard let parsed, isWhole else {
    free(parsed)
    ERR_clear_error()
    throw .malformed
  }
  return parsed
}

/// Writes a value as DER. `write` is one of libcrypto's i2d functions.
func encoded(
  by write: (inout UnsafeMutablePointer<UInt8>?) -> Int32
) throws(CryptoError) -> [UInt8] {
  var start: UnsafeMutablePointer<UInt8>?
  let length = write(&start)
  guard length > 0, let start else { throw .libraryFailure }
  defer { flowrun_free(start) }
  return Array(UnsafeBufferPointer(start: start, count: Int(length)))
}
