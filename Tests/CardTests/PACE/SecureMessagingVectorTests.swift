import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct SecureMessagingVectorTests {
  @Test("The terminal protects and understands all 16 recorded exchanges")
  func terminal() throws {
    let vectors = try #require(SecureMessagingVectors.shared)
    #expect(vectors.steps.count == 16)
    var session = SecureMessaging(
      encryptionKey: secret(hex: vectors.ksEnc), authenticationKey: secret(hex: vectors.ksMac))
    for step in vectors.steps {
      let command = try CommandAPDU(parsing: hex(step.plainCommand))
      let protected = try session.protect(command)
      #expect(hexString(protected) == step.protectedCommand, "\(step.step)")
      let response = try session.unprotect(hex(step.protectedResponse))
      #expect(hexString(response.encoded) == step.plainResponse, "\(step.step)")
    }
  }

  @Test("The chip understands and protects all recorded exchanges")
  func chip() throws {
    let vectors = try #require(SecureMessagingVectors.shared)
    var session = ChipSecureMessaging(
      encryptionKey: secret(hex: vectors.ksEnc), authenticationKey: secret(hex: vectors.ksMac))
    for step in vectors.steps {
      let command = try session.unprotect(hex(step.protectedCommand))
      let plain = CommandAPDU(
        command.header, data: command.data.withBytes { Array($0) },
        expectedLength: command.expectedLength)
      #expect(hexString(plain.encoded) == step.plainCommand, "\(step.step)")
      let response = try #require(ResponseAPDU(parsing: hex(step.plainResponse)))
      let protected = try session.protect(data: response.data, status: response.status)
      #expect(hexString(protected) == step.protectedResponse, "\(step.step)")
    }
  }

  @Test("A secret is protected with the same bytes as plain data")
  func secretData() throws {
    let vectors = try #require(SecureMessagingVectors.shared)
    let verify = try #require(vectors.steps.first { $0.step.hasPrefix("VERIFY PIN1 1234") })
    var plain = SecureMessaging(
      encryptionKey: secret(hex: vectors.ksEnc), authenticationKey: secret(hex: vectors.ksMac))
    var secretly = SecureMessaging(
      encryptionKey: secret(hex: vectors.ksEnc), authenticationKey: secret(hex: vectors.ksMac))
    let command = try CommandAPDU(parsing: hex(verify.plainCommand))
    let left = try plain.protect(command)
    let right = try secretly.protect(
      command.header, secret: secret(hex: hexString(command.data)), expectedLength: nil)
    #expect(left == right)
  }
}
