import Workloads

/// The command line of the benchmark; `tools/bench` writes it.
struct Options {
  var rounds = 9
  var only: Set<String> = []
  var folder = "Benchmarks"
  var flows = "Flows"
  var flowrun: String?
  var prompt: String?
  var command: [String] = []

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ name: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchError("`\(name)` wants a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--rounds": rounds = Int(try value(argument)) ?? rounds
      case "--only": only = Set(try value(argument).split(separator: ",").map(String.init))
      case "--folder": folder = try value(argument)
      case "--flows": flows = try value(argument)
      case "--flowrun": flowrun = try value(argument)
      case "--prompt": prompt = try value(argument)
      case _ where argument.hasPrefix("-"): throw BenchError("there is no option `\(argument)`")
      default: command.append(argument)
      }
    }
  }

  func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
}
