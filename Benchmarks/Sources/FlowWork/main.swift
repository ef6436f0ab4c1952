import Diagnostics
import FlowCheck
import FlowLoader
import Glibc
import Workloads

/// Checks the same flows several times.
func check(_ files: [SourceFile], times: Int) throws {
  let catalogue = FlowLoader().load(files).readable
  for _ in 0..<times where CheckReport(catalogue).findings.isEmpty {
    throw BenchError("the generated flows have no findings")
  }
}

/// Loads the same flows several times, as far as a check needs them.
func load(_ files: [SourceFile], times: Int) throws {
  for _ in 0..<times where FlowLoader().load(files).catalogue == nil {
    throw BenchError("the generated flows do not load")
  }
}

// Does one piece of work, for a tool that counts instructions.
do {
  let arguments = CommandLine.arguments
  guard arguments.count == 4, let count = Int(arguments[3]) else {
    throw BenchError("usage: FlowWork FOLDER NAME COUNT")
  }
  func cycle() throws -> Cycle { try Cycle(in: arguments[1]) }
  switch arguments[2] {
  case "step": _ = try StepBench.machine(try cycle(), turns: count)
  case "c-step": _ = StepBench.limit(try cycle(), turns: count)
  case "c-machine-step":
    let cycle = try cycle()
    _ = StepBench.limitMachine(cycle, cycle.rows, turns: count)
  case "c-best-table-step":
    let cycle = try cycle()
    _ = StepBench.bare(cycle, cycle.rows, turns: count)
  case "runner-step":
    let cycle = try cycle()
    // The tool fails if the first thread ends, as it does in a program that awaits something.
    Task.detached {
      do { _ = try await RunnerBench.run(cycle, turns: count) } catch { exit(2) }
      exit(0)
    }
    while true { pause() }
  case "load":
    _ = try LoadBench.load(GeneratedFlows.files(20), threads: 1, times: count)
  case "c-load": _ = try LoadBench.limit(GeneratedFlows.files(20), times: count)
  case "prove":
    let work = try ProofWork("Flows", flows: 1_000, rules: 20)
    for _ in 1..<count { _ = try work.prove() }
  case "check": try check(GeneratedFlows.files(20, tidy: true), times: count)
  case "check-remarks": try check(GeneratedFlows.files(20), times: count)
  case "load-tidy": try load(GeneratedFlows.files(20, tidy: true), times: count)
  case "load-remarks": try load(GeneratedFlows.files(20), times: count)
  case let name: throw BenchError("there is no work `\(name)`")
  }
} catch {
  let message = "\(error)\n"
  write(2, message, message.utf8.count)
  exit(2)
}
