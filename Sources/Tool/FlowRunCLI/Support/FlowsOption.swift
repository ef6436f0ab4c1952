internal import ArgumentParser
internal import FlowFolder
internal import FlowModel

/// The option that selects the folder of flows.
struct FlowsOption: ParsableArguments {
  @Option(
    name: .customLong("flows"),
    help:
      """
      The folder with the flow files, or a file of `flowrun compile`. By default the nearest \
      `Flows` here or above, or else the flows that came with flowrun.
      """
  )
  var folder: String?

  private var flows: FlowsFolder { FlowsFolder(name: folder) }

  func located() throws -> String { try flows.located() }

  func catalogue() throws -> Catalogue { try flows.catalogue() }

  func catalogue(reachedFrom flow: String) throws -> Catalogue {
    try flows.catalogue(reachedFrom: flow)
  }

  func has(_ flow: String) -> Bool { flows.has(flow) }

  func opened() throws -> FlowFolder? { try flows.opened() }

  func houseRules(of catalogue: Catalogue) throws -> HouseRuleBook {
    try flows.houseRules(of: catalogue)
  }
}

extension CompletionKind {
  /// The names of the flows. Evaluated in the user's shell, in the user's folder.
  static var flows: CompletionKind { .shellCommand("flowrun list --names 2>/dev/null") }
}
