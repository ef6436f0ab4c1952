internal import CompiledFlows
internal import Encodings
public import FlowModel

/// Swift types for the names that the code of an app uses of its flows: rows, steps, actions with
/// their outcomes, facts with their values, and inputs.
///
/// A name that the flows do not have is then an error of the compiler. The same flows always give
/// the same text, in the layout of `swift format`.
public struct SwiftTypes: Sendable {
  private let catalogue: Catalogue
  let vocabulary: FlowVocabulary
  private let name: String
  private let isPublic: Bool
  private let embedsFlows: Bool
  private let rules: HouseRules?

  /// The types of some flows and of all that they reach.
  ///
  /// - Parameters:
  ///   - flows: the flows to begin with; none for all flows.
  ///   - name: the name of the enum around all types; see ``isName(_:)``.
  ///   - isPublic: whether other modules may use the types.
  ///   - embedsFlows: whether the compiled flows are written as well, so that the app needs no
  ///     file.
  ///   - rules: the house rules to embed with them. Nil for those that the catalogue has.
  public init(
    _ catalogue: Catalogue, as reading: Reading = .written, from flows: [Flow] = [],
    name: String = "Flows", isPublic: Bool = false, embedsFlows: Bool = false,
    rules: HouseRules? = nil
  ) {
    self.catalogue = catalogue
    vocabulary = FlowVocabulary(catalogue, as: reading, from: flows)
    self.name = name
    self.isPublic = isPublic
    self.embedsFlows = embedsFlows
    self.rules = rules
  }

  /// Whether a type in Swift may have this name.
  public static func isName(_ name: String) -> Bool { SwiftName.isType(name) }

  /// The name of the types for a file: `Hotel` for `hotel.flows`.
  public static func name(forFile stem: String) -> String { SwiftName.type(stem, prefix: "Flows") }

  /// The file.
  public var text: String {
    var writer = SwiftWriter(isPublic: isPublic)
    // Ids of documents have dots, which become underscores, and words have letters of any language.
    writer.code("// swift-format-ignore-file: AlwaysUseLowerCamelCase, IdentifiersMustBeASCII")
    writer.code("// Written by `flowrun swift` from flow files. Change those, and write it again.")
    writer.blank()
    writer.code((isPublic ? "public " : "") + "import FlowKit")
    writer.blank()
    let doc = "The flows of the app: \(vocabulary.flows.map(\.id).joined(separator: ", "))."
    writer.declare("enum \(SwiftName.written(name))", doc: [SwiftWriter.comment(doc)]) { writer in
      write(to: &writer)
    }
    return writer.text
  }

  private func write(to writer: inout SwiftWriter) {
    var types = SwiftScope()
    let flowTypes = vocabulary.flows.map { types.add(SwiftName.type($0.id, prefix: "Flow")) }
    let actionTypes = vocabulary.actions.map {
      types.add(SwiftName.type($0.name, prefix: "Action"))
    }
    writeProgram(to: &writer)
    for (flow, type) in zip(vocabulary.flows, flowTypes) { write(flow, as: type, to: &writer) }
    write(vocabulary.actions, as: actionTypes, to: &writer)
    writeFacts(&types, to: &writer)
    write(vocabulary.inputs, as: "Input", "What the user enters.", to: &writer)
    write(vocabulary.secrets, as: "Secret", "What the user enters in secret.", to: &writer)
    write(
      vocabulary.values, as: "Value", prefix: "value", "What actions return to be shown.",
      to: &writer)
    guard embedsFlows else { return }
    writer.blank()
    let file = rules.map { catalogue.compiledFile(with: $0) } ?? catalogue.compiledFile
    writer.declareText("compiled", Base64.encoded(file))
  }

  private func writeProgram(to writer: inout SwiftWriter) {
    let compiled = ".compiled(as: .\(vocabulary.reading.rawValue))"
    if embedsFlows {
      writer.declare(
        "static func program() throws(CompiledFlowsError) -> Program",
        doc: ["The program of these flows, \(described). It is opened anew each time."]
      ) { $0.code("try Catalogue(base64: compiled)" + compiled) }
      writer.blank()
    }
    writer.declare(
      "static func program(of catalogue: Catalogue) -> Program",
      doc: ["The program of these flows in a catalogue that has them, \(described)."]
    ) { $0.code("catalogue" + compiled) }
  }

  private var described: String {
    switch vocabulary.reading {
    case .written: "as they are written"
    case .meant: "as they are meant"
    }
  }

  // MARK: A flow

  private func write(_ flow: Flow, as type: String, to writer: inout SwiftWriter) {
    let reading = vocabulary.reading
    writer.blank()
    writer.declare(
      "enum \(type): TypedFlow",
      doc: [
        SwiftWriter.comment("`\(flow.id)`: \(flow.title)"), SwiftWriter.comment(flow.path),
      ]
    ) { writer in
      writer.declare(
        "static let flow = \(SwiftWriter.literal(flow.id))", doc: ["The id of the flow."])
      let steps = flow.steps.filter { !$0.rows(reading).isEmpty }
      writeCases(
        steps.map { step in
          Case(
            step.name.map(SwiftName.chosen) ?? SwiftName.id(step.id, prefix: "s"),
            step.qualifiedName,
            ["`\(step.id)`: \(step.text) (line \(step.line))"])
        }, "Step: String, StepName", "The steps.", to: &writer)
      let rows = flow.rows.filter { $0.has(reading) }
      writeCases(
        rows.map { row in
          let target = row.target(reading).map { " -> \($0)" } ?? ""
          return Case(
            row.name.map(SwiftName.chosen) ?? SwiftName.id(row.reference, prefix: "r"),
            row.qualifiedName,
            ["`\(row.reference)`: \(row.text)\(target) (line \(row.line))"])
        }, "Row: String, RowName", "The rows.", to: &writer)
    }
  }

  // MARK: Facts, inputs and values

  private func writeFacts(_ types: inout SwiftScope, to writer: inout SwiftWriter) {
    let facts = vocabulary.facts
    guard !facts.isEmpty else { return }
    let names = facts.map { types.add(SwiftName.type($0.name, prefix: "Fact")) }
    var scope = SwiftScope()
    let members = facts.map { scope.add(SwiftName.member($0.name, prefix: "fact")) }
    let defaults = facts.map { fact in
      cases(of: fact).first.map { ".\($0.identifier)" } ?? ""
    }
    for (fact, type) in zip(facts, names) {
      writeCases(
        cases(of: fact), "\(type): String, FactName", "The values of the fact `\(fact.name)`.",
        to: &writer
      ) {
        $0.blank()
        $0.declare(
          "static let fact = \(SwiftWriter.literal(fact.name))", doc: ["The name of the fact."])
      }
    }
    writer.blank()
    writer.declare("struct Facts: StartingFacts", doc: ["The facts with which a run starts."]) {
      writer in
      for (index, fact) in facts.enumerated() {
        writer.declare(
          "var \(members[index]): \(names[index])", doc: [SwiftWriter.comment("`\(fact.name)`")])
      }
      writer.blank()
      let parameters = facts.indices.map { index in
        "\(members[index]): \(names[index]) = \(defaults[index])"
      }
      writer.declareInit(parameters, doc: ["Facts with their first values, unless given."]) {
        for member in members { $0.code("self.\(member) = \(member)") }
      }
      writer.blank()
      writer.declare(
        "var values: [any FactName]", doc: ["The values of all facts."]
      ) { $0.code("[\(members.joined(separator: ", "))]") }
    }
  }

  private func cases(of fact: Fact) -> [Case] {
    Case.unique(fact.values.map { Case(SwiftName.member($0, prefix: "n"), $0, []) })
  }

  private func write(
    _ names: [String], as type: String, prefix: String = "input", _ doc: String,
    to writer: inout SwiftWriter
  ) {
    writeCases(
      names.map { name in
        let code = prefix == "input" ? vocabulary.codeNames[name].map(SwiftName.chosen) : nil
        return Case(code ?? SwiftName.member(name, prefix: prefix), name, [])
      },
      "\(type): String, \(type)Name", doc, to: &writer)
  }

  // MARK: Cases

  struct Case {
    var identifier: String
    let value: String
    let doc: [String]

    init(_ identifier: String, _ value: String, _ doc: [String]) {
      (self.identifier, self.value, self.doc) = (identifier, value, doc)
    }

    /// Cases with names of their own. A value that was there before is left out.
    static func unique(_ cases: [Case]) -> [Case] {
      var (scope, values) = (SwiftScope(), Set<String>())
      return cases.filter { values.insert($0.value).inserted }.map {
        var one = $0
        one.identifier = scope.add($0.identifier)
        return one
      }
    }
  }

  /// An enum of strings. Nothing if there are no cases, since Swift has no such enum.
  func writeCases(
    _ cases: [Case], _ head: String, _ doc: String, to writer: inout SwiftWriter,
    then rest: (inout SwiftWriter) -> Void = { _ in }
  ) {
    let cases = Case.unique(cases)
    guard !cases.isEmpty else { return }
    writer.blank()
    writer.declare("enum \(head)", doc: [SwiftWriter.comment(doc)]) { writer in
      for one in cases {
        let raw = SwiftWriter.literal(one.value)
        let isSame = raw == "\"\(one.identifier)\"" || "`\(one.value)`" == one.identifier
        writer.code(
          "case \(one.identifier)" + (isSame ? "" : " = \(raw)"),
          doc: one.doc.map { SwiftWriter.comment($0) })
      }
      rest(&writer)
    }
  }
}
