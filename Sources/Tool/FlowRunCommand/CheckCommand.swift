internal import ArgumentParser
internal import Diagnostics
internal import FlowLoader

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Says everything that is wrong with flow files.")

  @Argument(help: "The folder with the flows. Else the nearest `Flows` upward.")
  var folder: String?

  func run() throws {
    var option = FlowsOption()
    option.folder = folder
    let place = try option.located()
    let result = FlowLoader().load(folder: place)
    let renderer = DiagnosticRenderer(files: result.files, color: Console.current.hasColor)
    Console.current.out(renderer.render(result.diagnostics))
    let errors = result.diagnostics.filter { $0.severity == .error }.count
    Console.current.out(
      "\(result.flows.count) flows read, \(errors) error\(errors == 1 ? "" : "s")\n")
    if errors > 0 { throw ExitCode(2) }
  }
}
