import CardTestSupport
import Foundation
import Secrets

func secret(_ text: String) -> Secret {
  var bytes = hex(text)
  return Secret(moving: &bytes)
}

func bytes(_ secret: borrowing Secret) -> [UInt8] {
  secret.withBytes { Array($0) }
}

func fixture(_ name: String) throws -> [UInt8] {
  Array(
    try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/\(name)")))
}
