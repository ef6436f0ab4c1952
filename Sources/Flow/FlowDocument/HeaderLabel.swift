internal import FlowModel

/// The meaning of a heading, or of a row of a document's overview.
enum HeaderLabel {
  case list(HeaderList)
  case text(HeaderText)
  case title
  /// The id of the use case.
  case id
  /// A list of related things: tasks, mock-ups, pictures.
  case related(String)
  case overview, flow, main, extensions, stories

  /// Whether the texts below the heading belong to the header of the flow.
  var isHeader: Bool {
    switch self {
    case .list, .text, .title, .id, .related: true
    case .overview, .flow, .main, .extensions, .stories: false
    }
  }

  /// Whether a row of an overview may have it: the header, or a scenario in a cell.
  var isPart: Bool {
    switch self {
    case .list, .text, .title, .id, .related, .main, .extensions, .stories: true
    case .overview, .flow: false
    }
  }

  /// Headings of the forms of other teams, which become `documentation` with their names.
  private static let related: Set<String> = [
    "acceptance criteria", "assumptions", "author", "business rules", "channels to actors",
    "channel to primary actor", "complexity", "context", "context of use", "created by", "date",
    "date created", "date last updated", "dependencies", "diagram", "due date", "extends",
    "frequency", "frequency of occurrence", "frequency of use", "includes",
    "last updated", "last updated by", "level", "mockups", "non-functional requirements",
    "nonfunctional requirements", "notes and issues", "open issues", "owner", "performance",
    "performance target", "primary, secondary actors", "priority", "quality requirements",
    "references", "related information", "related mockups", "related tasks", "related use cases",
    "requirements", "revision", "revision history", "scope", "scope & level", "scope and level",
    "secondary actor", "secondary actors", "special requirements", "stakeholders",
    "stakeholders and interests", "stakeholders & interests", "status", "subordinate use cases",
    "subordinates", "superordinate use case", "superordinates", "supporting actors",
    "technology & data variations list", "technology and data variations",
    "technology and data variations list", "version",
  ]

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
    // `Success Guarantee (or Postconditions)`
    if name.hasSuffix(")"), let start = name.firstRange(of: " (or ") {
      self.init(String(name[..<start.lowerBound]))
      return
    }
    if HeaderLabel.related.contains(String(name)) {
      self = .related(name.prefix(1).uppercased() + name.dropFirst())
      return
    }
    switch name {
    case "id", "use case id", "use case number", "use case no", "use case no.", "identifier":
      self = .id
    case "trigger", "triggers": self = .list(.triggeredBy)
    case "test cases": self = .list(.tests)
    case "footnotes": self = .list(.notes)
    case "success guarantee", "success guarantees", "minimal guarantee", "minimal guarantees",
      "guarantees", "success end condition", "failed end condition", "post-conditions",
      "postcondition(s)":
      self = .list(.postconditions)
    case "pre-conditions", "precondition(s)": self = .list(.preconditions)
    case "summary", "brief description", "description", "short description":
      self = .text(.summary)
    case "goal", "goal in context": self = .text(.goal)
    case "primary actor", "actor", "actors", "primary actors": self = .text(.actor)
    case "outline": self = .text(.outline)
    case "use case title", "title", "use case name", "name", "use case": self = .title
    case "overview": self = .overview
    case "flow": self = .flow
    case "main success scenario", "main scenario", "basic flow", "main flow", "normal flow",
      "primary scenario", "basic course", "basic path", "happy path", "flow of events", "scenario",
      "steps", "basic flow of events", "normal course", "main course", "main path", "typical flow",
      "main success flow", "success scenario":
      self = .main
    case "extensions", "alternative flows", "alternative flow", "alternate flows", "alternatives",
      "alternative courses", "alternative paths", "exceptions", "exception flows", "exception",
      "exceptional flows", "exception paths", "variations", "alternative scenarios",
      "alternate courses", "alternate paths", "alternative flows and exceptions", "error flows":
      self = .extensions
    case "user stories": self = .stories
    default: return nil
    }
  }
}
