internal import Diagnostics
internal import FlowCheck
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import JSON

/// What an assistant may read beside the tools: the pages of the language and of the rules, the
/// schema, and each table; and the prompts.
struct AgentPages: Sendable {
  private let host: AgentHost
  private let workbench: Workbench

  init(_ host: AgentHost, _ workbench: Workbench) {
    (self.host, self.workbench) = (host, workbench)
  }

  static let instructions = """
    Use cases as step tables. Every row has the id of its document (`UC2.3:1.3a`); name it when \
    you speak of it. What a table does not say cannot happen. Read with flow_list, flow_table, \
    flow_check, flow_prove and flow_walk; change with flow_edit and flow_fix only, one operation \
    at a time, and look at what each says. A known slip is a mistake of the document that its \
    people know; leave it. The page flowrun://language describes the language.
    """

  private static let language = "flowrun://language"
  private static let schema = "flowrun://schema"
  private static let rule = "flowrun://rule/"
  private static let table = "flowrun://table/"

  /// The pages, and the table of each flow.
  var resources: JSONValue {
    get async {
      var all = [
        AgentPages.resource(AgentPages.language, "The flow language", "text/markdown"),
        AgentPages.resource(
          AgentPages.schema, "The schema of flow files", "application/schema+json"),
      ]
      for flow in (try? await workbench.catalogue())?.flows ?? [] {
        all.append(
          AgentPages.resource(
            AgentPages.table + AgentPages.encoded(flow.id), "\(flow.id) \(flow.title)",
            "text/markdown"))
      }
      return .array(all)
    }
  }

  static let templates: JSONValue = .array([
    .object([
      "uriTemplate": .string(rule + "{rule}"), "name": .string("The page of a rule of the check"),
      "mimeType": .string("text/markdown"),
    ]),
    .object([
      "uriTemplate": .string(table + "{flow}"), "name": .string("The table of a flow"),
      "mimeType": .string("text/markdown"),
    ]),
  ])

  private static func resource(_ uri: String, _ name: String, _ type: String) -> JSONValue {
    .object(["uri": .string(uri), "name": .string(name), "mimeType": .string(type)])
  }

  /// Ids have letters, digits, points, hyphens; some have spaces.
  private static func encoded(_ id: String) -> String {
    id.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
  }

  /// A page by its address. Nil if there is none.
  func read(_ uri: String) async -> JSONValue? {
    guard let (text, type) = await content(uri) else { return nil }
    return .object(["uri": .string(uri), "mimeType": .string(type), "text": .string(text)])
  }

  private func content(_ uri: String) async -> (String, String)? {
    switch uri {
    case AgentPages.language:
      return host.page("docs/language.md").map { ($0, "text/markdown") }
    case AgentPages.schema: return (FlowSchema.flows.text, "application/schema+json")
    case _ where uri.hasPrefix(AgentPages.rule):
      // Only a name that is known becomes a part of a path.
      let name = uri.dropFirst(AgentPages.rule.count)
      guard let rule = Rule.all.first(where: { $0.name == name }) else { return nil }
      let about = Check.all.first { $0.rule == rule }?.about
      return (host.page("docs/rules/\(rule.name).md") ?? about).map { ($0, "text/markdown") }
    case _ where uri.hasPrefix(AgentPages.table):
      guard let catalogue = try? await workbench.catalogue(),
        let flow = catalogue.flows.first(where: {
          AgentPages.encoded($0.id) == uri.dropFirst(AgentPages.table.count)
        })
      else { return nil }
      return (FlowTable(flow, in: catalogue).markdown, "text/markdown")
    default: return nil
    }
  }

  // MARK: Prompts

  static let prompts: JSONValue = .array([
    prompt(
      "write-use-case", "Write a use case from a text", "text", "what the use case is about"),
    prompt(
      "review-change", "Review a change of the tables", "revision",
      "a range of git such as `main..HEAD`"),
  ])

  private static func prompt(
    _ name: String, _ title: String, _ argument: String, _ about: String
  ) -> JSONValue {
    .object([
      "name": .string(name), "title": .string(title), "description": .string(title),
      "arguments": .array([
        .object([
          "name": .string(argument), "description": .string(about), "required": .bool(true),
        ])
      ]),
    ])
  }

  /// A prompt with its argument in place. Nil if there is none of the name.
  static func prompt(_ params: JSONValue) throws(AgentError) -> JSONValue? {
    func argument(_ name: String) throws(AgentError) -> String {
      guard let text = params["arguments"]?[name]?.string else {
        throw AgentError(.invalidParams, "the prompt needs `\(name)`")
      }
      return text
    }
    let text: String
    switch params["name"]?.string {
    case "write-use-case":
      text = """
        Write a use case as a step table from the text below. First call flow_import with it, and \
        read what could not be read. If the text is prose, write it as a numbered main scenario \
        with extensions and call flow_import again with `write: true`. Then call flow_check, take \
        safe fixes with flow_fix, and ask me about everything else. Say only what the text says; \
        where it is silent, ask.

        \(try argument("text"))
        """
    case "review-change":
      text = """
        Review the change of the tables in \(try argument("revision")). Call flow_diff with it, \
        flow_check and flow_prove. For each changed row say, with its id, what people see that \
        was different before, and walk it with flow_walk. Name what nobody has decided yet.
        """
    default: return nil
    }
    return .object([
      "messages": .array([
        .object([
          "role": .string("user"),
          "content": .object(["type": .string("text"), "text": .string(text)]),
        ])
      ])
    ])
  }
}
