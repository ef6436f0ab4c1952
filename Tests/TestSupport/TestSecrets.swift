public import Secrets

/// A secret of a text's UTF-8 bytes. The text is a test's, so nothing is kept from anybody.
public func secret(_ text: String) -> Secret {
  var bytes = Array(text.utf8)
  return Secret(moving: &bytes)
}

/// A secret with the bytes of hexadecimal digits.
public func secret(hex text: String) -> Secret {
  var bytes = hex(text)
  return Secret(moving: &bytes)
}

/// The bytes of a secret, to compare them.
public func bytes(of secret: borrowing Secret) -> [UInt8] {
  secret.withBytes { Array($0) }
}
