internal import FlowModel

/// The meaning of a heading, or of a row of a document's overview.
enum HeaderLabel {
  case list(HeaderList)
  case text(HeaderText)
  case title
  /// A list of related things: tasks, mock-ups, pictures.
  case related(String)
  case overview, flow, main, extensions, stories

  /// Whether the texts below the heading belong to the header of the flow.
  var isHeader: Bool {
    switch self {
    case .list, .text, .title, .related: true
    case .overview, .flow, .main, .extensions, .stories: false
    }
  }

  init?(_ text: String) {
    var name = Substring(text.lowercased())
    while name.hasPrefix("#") || name.hasPrefix(" ") { name.removeFirst() }
    while name.hasSuffix(":") || name.hasSuffix(" ") { name.removeLast() }
    if let list = HeaderList.allCases.first(where: {
      $0.traits.title.lowercased() == name || $0.traits.entry == name || $0.rawValue == name
    }) {
      self = .list(list)
      return
    }
    switch name {
    case "trigger", "triggers": self = .list(.triggeredBy)
    case "test cases": self = .list(.tests)
    case "footnotes": self = .list(.notes)
    case "summary": self = .text(.summary)
    case "goal": self = .text(.goal)
    case "primary actor", "actor": self = .text(.actor)
    case "outline": self = .text(.outline)
    case "use case title", "title": self = .title
    case "related tasks", "related mockups", "diagram":
      self = .related(name.prefix(1).uppercased() + name.dropFirst())
    case "overview": self = .overview
    case "flow": self = .flow
    case "main success scenario", "main scenario", "basic flow": self = .main
    case "extensions", "alternative flows": self = .extensions
    case "user stories": self = .stories
    default: return nil
    }
  }
}
