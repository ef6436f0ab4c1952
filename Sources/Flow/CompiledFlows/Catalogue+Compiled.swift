public import FlowModel

/// The beginning of a file of compiled flows: 32 bytes.
private enum FileHead {
  static let magic = Array("FLOWRUN\n".utf8)
  static let size = 32
  /// The part after the magic number that holds the checksum of all that follows it.
  static let checked = 16

  /// The number of the format. The WebAssembly module gets it from its build, since the description
  /// of the format would be a quarter of its size.
  #if hasFeature(Embedded)
    static let layout = BuiltLayout.fingerprint
  #else
    static let layout = FileLayout.fingerprint
  #endif
}

extension Catalogue {
  /// Opens compiled flows, without access to files and without YAML.
  ///
  /// Every number and every reference is checked, so damaged or hostile bytes are refused and never
  /// do harm. The format is that of `flowrun compile`.
  public init(compiled bytes: [UInt8]) throws(CompiledFlowsError) {
    guard bytes.starts(with: FileHead.magic) else { throw .notCompiledFlows }
    guard bytes.count >= FileHead.size, bytes.count <= Int(Int32.max) else {
      throw .damaged("the length")
    }
    var head = FieldReader(bytes, from: FileHead.magic.count)
    var (sum, layout, count) = (UInt64(0), UInt64(0), UInt64(0))
    head.raw(&sum)
    head.raw(&layout)
    head.raw(&count)
    guard layout == FileHead.layout else { throw .otherVersion }
    var checksum = FileChecksum()
    checksum.add(bytes, from: FileHead.checked)
    guard sum == checksum.value else { throw .damaged("the checksum") }
    guard count <= UInt64(bytes.count) else { throw .damaged("the number of flows") }

    var reader = head
    var flows: [Flow] = []
    var links: [FlowLinks] = []
    var indexByID: [String: Int] = [:]
    for index in 0..<Int(count) {
      let read = reader.flow()
      if let problem = reader.problem { throw .damaged(problem) }
      let flow = Flow(tables: FlowTables(read.tables))
      guard indexByID.updateValue(index, forKey: flow.id) == nil else {
        throw .damaged("the id of a flow")
      }
      flows.append(flow)
      links.append(read.links)
    }
    let rules = reader.rest()
    guard reader.problem == nil, reader.isAtEnd else { throw .damaged("the length") }
    self.init(flows: flows, indexByID: indexByID, links: links, compiledRules: rules)
    if let problem = StructureCheck(self).problem { throw .damaged(problem) }
  }

  /// The flows as a compiled file, which ``init(compiled:)`` opens. The same flows always give the
  /// same bytes. House rules are those that the flows were compiled with, or else those of the
  /// flows themselves.
  public var compiledFile: [UInt8] { compiledFile(rules: compiledRules ?? ownRules) }

  private func compiledFile(rules: [UInt8]) -> [UInt8] {
    var writer = FieldWriter()
    var (layout, count) = (FileHead.layout, UInt64(flows.count))
    writer.raw(&layout)
    writer.raw(&count)
    for (flow, links) in zip(flows, links) {
      writer.write(CodedFlow(tables: flow.tables.all, links: links))
    }
    writer.writeRest(rules)
    var head = FieldWriter()
    var checksum = FileChecksum()
    checksum.add(writer.bytes)
    var sum = checksum.value
    head.raw(&sum)
    return FileHead.magic + head.bytes + writer.bytes
  }

  #if hasFeature(Embedded)
    private var ownRules: [UInt8] { [] }
  #else
    private var ownRules: [UInt8] { flowRules.coded }

    private var flowRules: HouseRules {
      var rules = HouseRules()
      rules.rules = flows.flatMap(\.rules)
      return rules
    }

    /// The flows as a compiled file with these house rules, which ``houseRules()`` returns.
    public func compiledFile(with rules: HouseRules) -> [UInt8] { compiledFile(rules: rules.coded) }

    /// The house rules that the flows were compiled with; for flows from YAML, those of the flows
    /// themselves.
    ///
    /// - Throws: ``CompiledFlowsError/damaged(_:)`` if the file was changed on purpose.
    public func houseRules() throws(CompiledFlowsError) -> HouseRules {
      guard let compiledRules else { return flowRules }
      guard let rules = HouseRules(coded: compiledRules) else { throw .damaged("a house rule") }
      return rules
    }
  #endif

  /// Whether a file begins like compiled flows. Such a file is opened with ``init(compiled:)``.
  public static func isCompiled(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: FileHead.magic)
  }
}
