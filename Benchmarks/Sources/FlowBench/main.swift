import Diagnostics
import Files
import FlowLoader
import Glibc
import Workloads

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.command.first {
  case nil:
    var comparison = try Comparison(options)
    print(try await comparison.run(), terminator: "")
  case "growth":
    let (table, points) = try Growth.run(rounds: min(options.rounds, 5))
    print(table, terminator: "")
    try FileSystem.write(Array(Plot.svg(points).utf8), to: "\(options.folder)/growth.svg")
  case "generate":
    for file in GeneratedFlows.files(20) {
      print("---\n" + String(decoding: file.bytes, as: UTF8.self), terminator: "")
    }
  case let name?: throw BenchError("there is no command `\(name)`")
  }
} catch {
  let message = "bench: \(error)\n"
  write(2, message, message.utf8.count)
  exit(2)
}
