internal import ArgumentParser

/// The commands as `flowrun --help` shows them: by who uses them first. A new command is added to
/// one of these lists, and to nothing else.
enum CommandGroups {
  static let all = [begin, productOwner, tester, appEngineer, serverTeam, cardAndIdentity, more]

  /// What everybody needs.
  static let begin = CommandGroup(
    name: "Begin",
    subcommands: [
      StudioCommand.self, RunCommand.self, InitCommand.self, ListCommand.self, TableCommand.self,
      CheckCommand.self, ExplainCommand.self,
    ])

  /// From documents to flows, and changes told by meaning.
  static let productOwner = CommandGroup(
    name: "Product owner",
    subcommands: [
      BindCommand.self, ImportCommand.self, VerifyCommand.self, PrintCommand.self, SiteCommand.self,
      DiffCommand.self, ReviewCommand.self, ProveCommand.self, TextsCommand.self,
    ])

  /// Paths, recorded runs, and tests of apps.
  static let tester = CommandGroup(
    name: "Tester",
    subcommands: [
      PathsCommand.self, ReplayCommand.self, TestsCommand.self, ResultsCommand.self,
      ConformCommand.self, TraceCommand.self, CoverCommand.self,
    ])

  /// Flows inside an app.
  static let appEngineer = CommandGroup(
    name: "App engineer", subcommands: [CompileCommand.self, NameCommand.self])

  /// Runs that wait, and other engines.
  static let serverTeam = CommandGroup(
    name: "Server team", subcommands: [MigrateCommand.self, ExportCommand.self])

  /// ID cards, and websites to log in to.
  static let cardAndIdentity = CommandGroup(
    name: "Card and identity",
    subcommands: [CardCommand.self, WebEIDCommand.self, ServeCommand.self])

  /// What few people call, or an editor or a build does.
  static let more = CommandGroup(
    name: "More",
    subcommands: [
      GateCommand.self, GraphCommand.self, LSPCommand.self, MCPCommand.self, MutateCommand.self,
      SchemaCommand.self,
      SwiftCommand.self,
    ])
}
