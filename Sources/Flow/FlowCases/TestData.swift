package import Diagnostics
internal import FlowLoader
package import FlowModel

/// What is typed into the fields, by flow: `Flows/tests/data.yaml`.
package struct TestData: Sendable {
  /// A value of the table.
  package enum Value: Hashable, Sendable {
    /// A text that stands in the files.
    case text(String)
    /// A variable of the environment, whose value stands in no file.
    case variable(String)
  }

  private var values: [String: [String: Value]] = [:]

  /// A table without values.
  package init() {}

  /// The value for a field of a step in a case: that of the case, of the step's flow, or of the
  /// case's flow. Nil if the table has none.
  package func given(_ input: Input, at step: Step, in test: TestCase) -> Value? {
    [test.name, step.flow.id, test.flow.id].lazy.compactMap { self.values[$0]?[input.name] }.first
  }

  /// The value for a field; without one in the table, a variable for a secret, and otherwise the
  /// shortest text that the field takes.
  package func value(_ input: Input, at step: Step, in test: TestCase) -> Value {
    if let given = given(input, at: step, in: test) { return given }
    guard !input.isSecret else {
      return .variable(TestData.identifier("\(step.flow.id)_\(input.name)").uppercased())
    }
    let count = max(1, input.length.lowerBound)
    return .text(String(repeating: input.isDigits ? "1" : "a", count: min(count, 100)))
  }

  /// A text as a name in programming languages.
  package static func identifier(_ text: String) -> String {
    let name = String(
      text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.first?.isNumber ?? true ? "_" + name : name
  }

  /// Reads a table, and compares it with the flows. Top keys are ids of flows, or names of cases
  /// such as `UC1 booked`.
  package static func read(
    _ file: SourceFile, for catalogue: Catalogue
  ) -> (data: TestData, diagnostics: [Diagnostic]) {
    var (mapping, diagnostics) = TextMapping.read(file)
    var data = TestData()
    func refuse(_ rule: Rule, at span: Span, _ message: String, _ help: String) {
      diagnostics.append(Diagnostic(rule, path: file.path, span: span, message, help: help))
    }
    for entry in mapping.entries {
      let id = entry.key.split(separator: " ").first.map(String.init) ?? ""
      guard let flow = catalogue.flow(id: entry.key) ?? catalogue.flow(id: id) else {
        refuse(
          .unknownFlowOfData, at: entry.span, "there is no flow `\(entry.key)`",
          DidYouMean.question(for: entry.key, in: catalogue.flows.map(\.id))
            ?? "write the id of a flow, or the name of a case such as `UC1 booked`")
        continue
      }
      guard case .mapping(let fields) = entry.value else {
        refuse(
          .wrongKind, at: entry.valueSpan, "the data of a flow must be a mapping, not a text",
          "write `\(entry.key): { FIELD: VALUE }`")
        continue
      }
      let isOfCase = catalogue.flow(id: entry.key) == nil
      let flows = isOfCase ? catalogue.flows : [flow]
      let inputs = flows.flatMap(\.steps).flatMap(\.inputs)
      for field in fields.entries {
        guard let input = inputs.first(where: { $0.name == field.key }) else {
          refuse(
            .unknownField, at: field.span, "`\(entry.key)` has no field `\(field.key)`",
            DidYouMean.question(for: field.key, in: Set(inputs.map(\.name)).sorted())
              ?? "`flowrun table \(flow.id)` shows the fields")
          continue
        }
        guard case .text(let text) = field.value else {
          refuse(
            .wrongKind, at: field.valueSpan, "a value must be a text, not a mapping",
            "write `\(field.key): VALUE`")
          continue
        }
        if text.hasPrefix("$"), text.count > 1 {
          data.values[entry.key, default: [:]][field.key] = .variable(
            identifier(String(text.dropFirst())))
        } else if input.isSecret {
          refuse(
            .secretInData, at: field.valueSpan,
            "`\(field.key)` is a secret, which no file may have",
            "write the name of a variable that the test finds in its environment, such as "
              + "`$\(identifier("\(flow.id)_\(field.key)").uppercased())`")
        } else if !input.accepts(text) {
          refuse(
            .wrongValue, at: field.valueSpan,
            "`\(text)` does not fit the field `\(field.key)`: \(input.requirement)",
            "write a value that the field takes")
        } else {
          data.values[entry.key, default: [:]][field.key] = .text(text)
        }
      }
    }
    return (data, diagnostics)
  }
}

extension Input {
  /// Whether the text could be entered.
  fileprivate func accepts(_ text: String) -> Bool {
    length.contains(text.count)
      && (!isDigits || text.allSatisfy { $0.isASCII && $0.isNumber })
  }
}

extension Rule {
  /// A table of data names a flow that does not exist.
  package static let unknownFlowOfData = Rule("unknown-flow")
  /// A table of data names a field that the flow does not have.
  package static let unknownField = Rule("unknown-field")
  /// A table of data has the value of a secret.
  package static let secretInData = Rule("secret-in-data")
}
