import Diagnostics
import FlowLoader

/// One piece of work, once, for an instrument that counts instructions.
enum Work {
  static func run(_ options: Options) async throws {
    guard options.command.count == 3, let count = Int(options.command[2]) else {
      throw BenchError("work NAME COUNT")
    }
    switch options.command[1] {
    case "step":
      let cycle = try Comparison(options).cycle
      _ = try StepBench.machine(cycle, turns: count)
    case "c-step":
      let cycle = try Comparison(options).cycle
      _ = StepBench.limit(cycle, turns: count)
    case "runner":
      let cycle = try Comparison(options).cycle
      _ = try await RunnerBench.run(cycle, turns: count)
    case "load": _ = try LoadBench.load(GeneratedFlows.files(count), threads: 1, times: 1)
    case "generate": _ = GeneratedFlows.files(count)
    case "c-load": _ = try LoadBench.limit(GeneratedFlows.files(count), times: 1)
    case let name: throw BenchError("there is no work `\(name)`")
    }
  }
}
