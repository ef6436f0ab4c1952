internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowModel
internal import FlowReports
internal import FlowRuntime

struct MigrateCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Says where waiting runs go on when new flows are released.",
    discussion: """
      OLD and NEW are what `diff` takes: folders or compiled flows, a range of git revisions, or \
      one revision against the files as they are. A step stays, was renumbered, has changed so \
      that somebody must be told, or is lost. Exit status: 0 if every run goes on, 1 if one must \
      be told or is lost, 2 if a file could not be read.
      """)

  var deed: String? { "comparing" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "A folder, a file, a git revision, or a range of two.") var old: String
  @Argument(help: "A folder or a file.") var new: String?
  @Option(help: "A folder of saved runs, one `.json` file each, to try.") var snapshots: String?
  @Flag(help: "The runs follow the meant targets.") var asMeant = false
  @Flag(help: "Lists the steps that stay, too.") var all = false
  @Option(help: "text or json.") var format = Format.text
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let (before, now) = try await FlowVersion.two(old, new, in: flows)
    // A flow that cannot be read would look as if it were gone.
    guard before.unread.isEmpty else { throw Refusal("the old flows cannot all be read") }
    guard let catalogue = now.catalogue else {
      throw Refusal("the new flows are not complete: `flowrun check` says what is missing")
    }
    let reading = asMeant ? Reading.meant : .written
    let program = catalogue.compiled(as: reading)
    var report = MigrationReport(from: before.flows, to: program)
    var unread: [FileError] = []
    if let snapshots {
      guard FileSystem.isFolder(snapshots) else {
        throw Refusal("there is no folder `\(snapshots)`")
      }
      let paths = try refusing { () throws(FileError) in
        try FileSystem.files(below: snapshots, endingIn: [".json"])
      }
      for path in paths {
        do throws(FileError) {
          report.add(String(decoding: try FileSystem.read(path), as: UTF8.self), named: path)
        } catch { unread.append(error) }
      }
    }
    switch format {
    case .text: Console.current.out(report.text(all: all))
    case .json: Console.current.out(report.json)
    }
    if !unread.isEmpty { throw Refusal(unread.map { Diagnostic($0) }, in: []) }
    if report.needsCare { throw ExitCode(1) }
  }
}
