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
    case "success guarantee", "success guarantees", "minimal guarantee", "minimal guarantees",
      "guarantees", "success end condition", "failed end condition", "post-conditions",
      "postcondition(s)":
      self = .list(.postconditions)
    case "pre-conditions", "precondition(s)": self = .list(.preconditions)
    case "summary", "brief description": self = .text(.summary)
    case "goal", "goal in context": self = .text(.goal)
    case "primary actor", "actor", "actors", "primary actors": self = .text(.actor)
    case "outline": self = .text(.outline)
    case "use case title", "title", "use case name", "name": self = .title
    case "related tasks", "related mockups", "diagram", "scope", "level", "stakeholders",
      "stakeholders and interests", "technology and data variations list",
      "technology & data variations list", "related information", "frequency",
      "frequency of occurrence", "priority", "open issues", "secondary actors", "supporting actors",
      "special requirements", "assumptions", "business rules", "version", "author", "status":
      self = .related(name.prefix(1).uppercased() + name.dropFirst())
    case "overview": self = .overview
    case "flow": self = .flow
    case "main success scenario", "main scenario", "basic flow", "main flow", "normal flow",
      "primary scenario", "basic course", "basic path", "happy path", "flow of events", "scenario",
      "steps", "basic flow of events", "main success scenario (or basic flow)", "normal course":
      self = .main
    case "extensions", "alternative flows", "alternative flow", "alternate flows", "alternatives",
      "alternative courses", "alternative paths", "exceptions", "exception flows", "exception",
      "exceptional flows", "exception paths", "variations", "extensions (or alternative flows)":
      self = .extensions
    case "user stories": self = .stories
    default: return nil
    }
  }
}
