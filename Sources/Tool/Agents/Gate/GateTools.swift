internal import FlowModel
internal import JSON

/// The tools of a gate. They are listed also where there is none, since clients do not look at a
/// list twice; each then says what is missing.
struct GateTools: Sendable {
  let gate: Result<Gate, AgentRefusal>

  private func open() throws(AgentRefusal) -> Gate { try gate.get() }

  var tools: [AgentTool] {
    let handle = AgentField(
      "handle", "the handle of the last answer of this run, unchanged", needed: true)
    return [
      AgentTool(
        "gate_start", "Start a run",
        "Starts a run in which things really happen. Only rows that somebody decides can be taken: "
          + "answers come from the actions themselves, and times from the clock.", reads: false,
        [AgentField("flow", "the id of the flow", needed: true)]
      ) { arguments throws(AgentRefusal) in
        try await open().start(arguments.text("flow") ?? "")
      },
      AgentTool("gate_state", "Where a run stands", "Says where a run stands.", [handle]) {
        arguments throws(AgentRefusal) in
        try await open().state(arguments.text("handle") ?? "")
      },
      AgentTool(
        "gate_take", "Take a row",
        "Takes a row, and lets the run go on to where somebody decides again. A row that may "
          + "change the world needs a person; the answer says so.", reads: false,
        [
          handle,
          AgentField(
            "row", "the id of the row, or `again` to perform again an action that has failed",
            needed: true),
        ]
      ) { arguments throws(AgentRefusal) in
        try await open().take(arguments.text("handle") ?? "", arguments.text("row") ?? "")
      },
      AgentTool(
        "gate_enter", "Fill in a field",
        "Enters values that are not secret, before a row that needs them.",
        [handle, AgentField("values", "the values, by the names of inputs", .object, needed: true)]
      ) { arguments throws(AgentRefusal) in
        try await open().enter(arguments.text("handle") ?? "", try arguments.pairs("values"))
      },
    ]
  }
}
