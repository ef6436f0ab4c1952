import Secrets
import Testing

@Suite struct SecretTests {
  @Test("Moving bytes into a secret empties their array")
  func moving() {
    var typed = Array("571500".utf8)
    let secret = Secret(moving: &typed)
    #expect(typed.isEmpty)
    #expect(secret.count == 6)
    let same = secret.withBytes { $0.elementsEqual("571500".utf8) }
    #expect(same)
  }

  @Test("A secret is as long as the bytes that were written to it")
  func usedBytes() {
    let secret = Secret(capacity: 12) { buffer in
      buffer[0] = 0x31
      return 1
    }
    let bytes = secret.withBytes { Array($0) }
    #expect(bytes == [0x31])
  }

  @Test("A secret may be empty")
  func empty() {
    var none: [UInt8] = []
    let secret = Secret(moving: &none)
    #expect(secret.count == 0)
  }

  @Test("A duplicate keeps its bytes after the original is gone")
  func duplicate() {
    var typed = Array("1234".utf8)
    let copy = {
      let secret = Secret(moving: &typed)
      return secret.duplicated()
    }()
    let same = copy.withBytes { $0.elementsEqual("1234".utf8) }
    #expect(same)
  }
}
