import FlowRunCLI
import TestSupport

/// The output of a command line, and its status.
struct Outcome {
  let status: Int32
  let out: String
  let err: String
}

/// Runs a command line in this process.
///
/// - Parameter flows: the value of `--flows`. Nil for a command without that option.
func flowrun(
  _ arguments: String..., flows: String? = flowsFolder, input: String? = nil
) async -> Outcome {
  await flowrun(arguments, flows: flows, input: input)
}

/// Runs a command line in this process.
func flowrun(
  _ arguments: [String], flows: String? = flowsFolder, input: String? = nil
) async -> Outcome {
  let (console, printed) = Console.kept(input: input)
  let option = flows.map { ["--flows", $0] } ?? []
  // No option may follow `--`, so this one comes before it.
  let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
  let status = await FlowRunCommand.run(arguments[..<end] + option + arguments[end...], on: console)
  return Outcome(status: status, out: printed.out, err: printed.err)
}

/// The built program, for tests of a whole process. It is in the same folder as this test's
/// program.
let builtFlowrun =
  CommandLine.arguments[0].split(
    separator: "/", omittingEmptySubsequences: false
  ).dropLast().joined(separator: "/") + "/flowrun"
