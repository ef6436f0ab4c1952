import Glibc
import Workloads

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.command.first {
  case nil:
    var comparison = try Comparison(options)
    print(try await comparison.run(), terminator: "")
  case let name?: throw BenchError("there is no command `\(name)`")
  }
} catch {
  let message = "bench: \(error)\n"
  write(2, message, message.utf8.count)
  exit(2)
}
