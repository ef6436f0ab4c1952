internal import Secrets
internal import TTY

/// A text that is typed at a prompt, character by character.
///
/// Whether it is secret or not, its bytes are in memory that is wiped.
struct TypedText: ~Copyable {
  /// The effect of a key.
  enum Change {
    case none, redraw
    case added(Unicode.Scalar)
    case removed(Unicode.Scalar)
    /// Enter: the text is whole.
    case entered
    /// Escape.
    case back
    case stop
    /// A key of the prompt that is not text.
    case command(Character)
  }

  let prompt: Terminal.Prompt
  private var bytes = Secret()
  /// For each character, its bytes and what is shown for it.
  private var typed: [(bytes: Int, shown: Unicode.Scalar)] = []

  init(for prompt: Terminal.Prompt) { self.prompt = prompt }

  /// The text as it is shown.
  var shown: String { String(String.UnicodeScalarView(typed.map(\.shown))) }

  var isEmpty: Bool { typed.isEmpty }

  mutating func take(_ event: TTY.Event) -> Change {
    switch event {
    case .stop: return .stop
    case .enter: return .entered
    case .escape: return .back
    case .redraw: return .redraw
    case .backspace:
      guard let last = typed.popLast() else { return .none }
      bytes = bytes.copy(of: 0..<bytes.count - last.bytes)
      return .removed(last.shown)
    case .character(let scalar):
      guard prompt.accepts(scalar) else {
        let key = Character(scalar)
        return prompt.commands.contains(key) ? .command(key) : .none
      }
      let width = UTF8.width(scalar)
      guard bytes.count + width <= prompt.length.upperBound else { return .none }
      bytes = bytes.appending(
        Secret(capacity: width) { buffer in
          for (place, byte) in (UTF8.encode(scalar) ?? .init()).enumerated() {
            buffer[place] = byte
          }
          return width
        })
      let shown: Unicode.Scalar = prompt.isSecret ? "•" : scalar
      typed.append((width, shown))
      return .added(shown)
    case .otherKey, .timeout: return .none
    }
  }

  /// The text, in UTF-8. Nothing is typed then.
  mutating func finish() -> Secret {
    var text = Secret()
    swap(&text, &bytes)
    typed = []
    return text
  }
}
