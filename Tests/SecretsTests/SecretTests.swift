import Secrets
import Testing

@Suite struct SecretTests {
  @Test func movingBytesIntoASecretLeavesNothingBehind() {
    var typed = Array("571500".utf8)
    let secret = Secret(moving: &typed)
    #expect(typed.isEmpty)
    #expect(secret.count == 6)
    let same = secret.withBytes { $0.elementsEqual("571500".utf8) }
    #expect(same)
  }

  @Test func aSecretKeepsOnlyTheBytesThatWereUsed() {
    let secret = Secret(capacity: 12) { buffer in
      buffer[0] = 0x31
      return 1
    }
    let bytes = secret.withBytes { Array($0) }
    #expect(bytes == [0x31])
  }

  @Test func anEmptySecretIsAllowed() {
    var none: [UInt8] = []
    let secret = Secret(moving: &none)
    #expect(secret.count == 0)
  }

  @Test func aDuplicateOutlivesItsOriginal() {
    var typed = Array("1234".utf8)
    let copy = {
      let secret = Secret(moving: &typed)
      return secret.duplicated()
    }()
    let same = copy.withBytes { $0.elementsEqual("1234".utf8) }
    #expect(same)
  }
}
