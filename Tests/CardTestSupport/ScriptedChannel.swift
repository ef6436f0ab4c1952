public import ISO7816
internal import TestSupport

/// A card that knows its lines: ordered commands with their responses, nothing else.
///
/// A command that is not the next one of the script is a mismatch: the card is lost then, and
/// ``problems`` says what was expected. A test ends by asking for ``problems`` to be empty.
public actor ScriptedChannel: CardChannel {
  public struct Exchange: Sendable {
    public let command: [UInt8]
    public let response: Result<[UInt8], CardChannelError>

    public init(_ command: [UInt8], _ response: Result<[UInt8], CardChannelError>) {
      self.command = command
      self.response = response
    }
  }

  public nonisolated let answerToReset: [UInt8]
  private var script: ArraySlice<Exchange>
  private var mismatches: [String] = []
  /// How many commands came.
  public private(set) var count = 0

  public init(_ script: [Exchange], answerToReset: [UInt8] = []) {
    self.script = script[...]
    self.answerToReset = answerToReset
  }

  /// A script as text: one `command > response` a line, `command > lost` for a card that goes
  /// away, `#` before a comment.
  public init(_ text: String, answerToReset: [UInt8] = []) {
    self.init(Self.exchanges(of: text), answerToReset: answerToReset)
  }

  public static func exchanges(of text: String) -> [Exchange] {
    text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#") else { return nil }
      let sides = line.split(separator: ">")
      guard sides.count == 2 else { return nil }
      let answer = String(sides[1])
      let isLost = answer.contains("lost")
      return Exchange(hex(String(sides[0])), isLost ? .failure(.cardLost) : .success(hex(answer)))
    }
  }

  public func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    count += 1
    guard let next = script.popFirst() else {
      mismatches.append("command \(count) after the end: \(hexString(command))")
      throw .cardLost
    }
    guard next.command == command else {
      mismatches.append(
        "command \(count): \(hexString(command)) instead of \(hexString(next.command))")
      throw .cardLost
    }
    return try next.response.get()
  }

  /// The differences from the script: mismatches, and lines that were never reached.
  public var problems: [String] {
    mismatches + (script.isEmpty ? [] : ["\(script.count) exchanges were not reached"])
  }
}
