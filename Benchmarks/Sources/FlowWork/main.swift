import Diagnostics
import FlowCheck
import FlowLoader
import Glibc
import Workloads

// One piece of work, for an instrument that counts instructions. No concurrency runtime: the
// instrument does not bear its threads.
do {
  let arguments = CommandLine.arguments
  guard arguments.count == 4, let count = Int(arguments[3]) else {
    throw BenchError("usage: FlowWork FOLDER NAME COUNT")
  }
  func cycle() throws -> Cycle { try Cycle(in: arguments[1]) }
  switch arguments[2] {
  case "step": _ = try StepBench.machine(try cycle(), turns: count)
  case "c-step": _ = StepBench.limit(try cycle(), turns: count)
  case "load":
    _ = try LoadBench.load(GeneratedFlows.files(20), threads: 1, times: count)
  case "c-load": _ = try LoadBench.limit(GeneratedFlows.files(20), times: count)
  case "load-one": _ = try LoadBench.load(GeneratedFlows.files(1), threads: 1, times: count * 20)
  case "c-load-one": _ = try LoadBench.limit(GeneratedFlows.files(1), times: count * 20)
  case "hold": _ = try LoadBench.load(GeneratedFlows.files(count), threads: 1, times: 1)
  case "c-hold": _ = try LoadBench.limit(GeneratedFlows.files(count), times: 1)
  case "check":
    guard let catalogue = FlowLoader().load(GeneratedFlows.files(count)).catalogue else { break }
    print(CheckReport(catalogue).findings.count)
  case let name: throw BenchError("there is no work `\(name)`")
  }
} catch {
  let message = "\(error)\n"
  write(2, message, message.utf8.count)
  exit(2)
}
