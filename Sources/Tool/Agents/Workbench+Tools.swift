internal import FlowModel
internal import FlowTesting
internal import Studio

// The list of the tools. It is the same at every call.
extension Workbench {
  package static let longestText = AgentArguments.longest

  private static var flow: AgentField {
    AgentField("flow", "the id or alias of a flow, as flow_list has it", needed: true)
  }
  private static var reading: AgentField {
    AgentField(
      "as", "written (as the document says, the default) or meant (with its slips repaired)",
      words: Reading.allCases.map(\.rawValue))
  }

  var tools: [AgentTool] { reading + writing }

  private var reading: [AgentTool] {
    [
      AgentTool("flow_list", "All flows", "Lists all flows: id, alias, kind, title.") {
        _ throws(AgentRefusal) in try await list()
      },
      AgentTool(
        "flow_table", "A table",
        "Shows the step table of a flow, every row under the id of its document.",
        [Workbench.flow]
      ) { arguments throws(AgentRefusal) in try await table(arguments) },
      AgentTool(
        "flow_check", "Mistakes",
        "Finds mistakes in all flows, or one, with the fixes that are known.",
        [AgentField("flow", "only the findings in this flow")]
      ) { arguments throws(AgentRefusal) in try await check(arguments) },
      AgentTool(
        "flow_prove", "House rules",
        "Decides house rules for all runs, and shows a shortest run that breaks one.",
        [AgentField("rule", "only this rule")]
      ) { arguments throws(AgentRefusal) in try await prove(arguments) },
      AgentTool(
        "flow_paths", "Paths", "Lists paths through a flow that together show something.",
        [
          Workbench.flow,
          AgentField(
            "by", "what to show; rows by default", words: PathCriterion.allCases.map(\.rawValue)),
          Workbench.reading,
        ]
      ) { arguments throws(AgentRefusal) in try await paths(arguments) },
      AgentTool(
        "flow_diff", "Differences",
        "Says what differs in the tables between two revisions of git, or one and the files.",
        [AgentField("revision", "`main..HEAD`, or one revision; HEAD by default")]
      ) { arguments throws(AgentRefusal) in try await diff(arguments) },
      AgentTool(
        "flow_walk", "A walk",
        "Takes rows of a flow from its start, and says what is shown then and which rows may "
          + "be taken, with where each leads. Nothing is really done: answers of "
          + "actions are rows too.",
        [
          Workbench.flow,
          AgentField(
            "moves",
            "rows by their ids (`1.3a`, `UC9.2:1.1c`), `suspend FLOW`, `wait MILLISECONDS`",
            .texts),
          AgentField("facts", "first values of facts, by name", .object),
          AgentField("from", "the step to begin at"),
          AgentField("only", "whether the walk ends when it leaves the flow", .flag),
          Workbench.reading,
        ]
      ) { arguments throws(AgentRefusal) in try await walk(arguments) },
    ]
  }

  private var writing: [AgentTool] {
    [
      AgentTool(
        "flow_fix", "Mend a finding",
        "Makes the fix of a finding. A safe one is made at once, a proposal only with the consent "
          + "of a person.", reads: false,
        [
          AgentField("finding", "the fingerprint of the finding, from flow_check", needed: true),
          AgentField("proposal", "that a person has agreed to the proposal", .flag),
        ]
      ) { arguments throws(AgentRefusal) in try await fix(arguments) },
      AgentTool(
        "flow_edit", "Change a table", Workbench.aboutEdit, reads: false,
        [
          Workbench.flow,
          AgentField(
            "do", "the operation", needed: true,
            words: [
              "set", "add", "fact", "remove", "up", "down", "accept", "rename", "insert", "append",
              "lead", "split", "extract", "create",
            ]),
          AgentField("place", "`file`, `section 1`, `step 1.3`, `row 1.3a` or `extension 2a`"),
          AgentField("key", "the key of the place, or the kind of the row: user, case, ..."),
          AgentField("value", "the new value; an empty one removes the key", .any),
          AgentField("id", "the id of the new row, section or flow"),
          AgentField("text", "what the new row says"),
          AgentField("next", "where the new row leads"),
          AgentField("name", "the name of the new fact, or of what is renamed"),
          AgentField("kind", "what is renamed at `file`", words: ["flow", "fact", "result"]),
          AgentField("values", "the values of the new fact", .any),
          AgentField("to", "the new id or name"),
          AgentField("title", "the title of the new section or flow"),
          AgentField("step", "the new step: its keys, without `step`", .object),
          AgentField("trial", "only shows what would change", .flag),
        ]
      ) { arguments throws(AgentRefusal) in try await edit(arguments) },
      AgentTool(
        "flow_import", "Read a text",
        "Reads a use case from a text: a step table in Markdown, a main scenario with extensions, "
          + "a user story. Says what of it could not be read.", reads: false,
        [
          AgentField("text", "the text", needed: true),
          AgentField("write", "whether it becomes files; otherwise it is only read", .flag),
        ]
      ) { arguments throws(AgentRefusal) in try await importText(arguments) },
      AgentTool(
        "flow_undo", "Undo", "Takes back the last change that was made here.", reads: false
      ) { _ throws(AgentRefusal) in try await undo() },
    ]
  }

  private static let aboutEdit = """
    Makes one change of a table; all other bytes of the file stay, and a change after which \
    something is wrong that was not wrong before is refused. \
    set: `key` of `place` to `value`. add: a row to a step, with `id` (a letter), `key` (user, \
    case), `text`, `next`. fact: a fact with `name` and `values`. remove, up, down: the place. \
    accept: what is meant is written. rename: the id of the place is `to`, everywhere; for `file`, \
    the name of the flow, or of the fact or result `name`. \
    insert: `step` before the place. append: `step` at the end of the section. lead: `step` at the \
    end of the section, to which `key` (next) of the row leads. split: a section `id` `title` \
    begins at the step. extract: the section becomes a partial flow `id`, which is called there. \
    create: a flow `id` `title`.
    """
}
