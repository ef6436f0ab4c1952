/// A command of a run by hand: the effect of a key that is not the key of a row.
enum RunKey: Character, CaseIterable {
  case leave = "q"
  case help = "?"
  case back = "u"
  case suspend = "b"
  case trace = "t"

  /// Those that also work while the app does something, and in a prompt for digits.
  static let always: [RunKey] = [.leave, .help, .trace]

  var about: String {
    switch self {
    case .leave: "leaves the run"
    case .help: "shows this help"
    case .back: "takes the last row back, unless something real has happened since"
    case .suspend: "puts the app into the background and lets it return"
    case .trace: "shows the rows taken so far"
    }
  }

  /// The key: the letter, or the capital letter if the small one is the key of a row.
  func key(besides rows: [Character]) -> Character {
    rows.contains(rawValue) ? Character(rawValue.uppercased()) : rawValue
  }

  init?(_ key: Character) {
    guard let command = RunKey(rawValue: Character(key.lowercased())) else { return nil }
    self = command
  }
}
