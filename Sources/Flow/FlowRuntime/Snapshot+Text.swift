internal import FlowModel
internal import JSON

extension Snapshot {
  /// The snapshot as one line of JSON. The same run at the same time always gives the same text.
  public var json: String { sealed + "}" }

  /// The same with a code of the app, which it is read with again: so that nobody can write a
  /// snapshot who does not have the key.
  ///
  /// - Parameter code: an authentication code of a text, such as an HMAC in Base64.
  public func text(authenticatedBy code: (_ text: String) -> String) -> String {
    let sealed = sealed
    return "\(sealed)\(Snapshot.codeKey)\(code(sealed))\"}"
  }

  private static let codeKey = ",\"code\":\""
  /// Where the last `codeKey` begins. Written out, since Embedded Swift has no search in texts.
  private static func code(in text: Substring) -> String.Index? {
    let key = codeKey.utf8
    var place = text.utf8.endIndex
    while place > text.utf8.startIndex {
      place = text.utf8.index(before: place)
      if text.utf8[place...].starts(with: key) { return place }
    }
    return nil
  }

  private static let sumKey = ",\"sum\":\""

  /// The members with their checksum, without the closing brace.
  private var sealed: String {
    var text = "{\"flowrun\":\(Snapshot.format)"
    if reading == .meant { text += ",\"as\":\"meant\"" }
    text += ","
    addMembers(to: &text)
    return Snapshot.withSum(text[...])
  }

  /// Adds the members that say where the run stands, without a comma before them.
  func addMembers(to text: inout String) {
    text += "\"step\":\(JSONValue.quoted(step.text)),\"clock\":\(clock),\"entered\":\(enteredAt)"
    if timeOfDay != 0 { text += ",\"time\":\(timeOfDay)" }
    if let returned { text += ",\"returned\":\(JSONValue.quoted(returned))" }
    add("facts", facts, to: &text)
    add("inputs", inputs, to: &text)
    if !values.isEmpty {
      let scopes = values.sorted { $0.key < $1.key }.map { scope in
        JSONValue.quoted(scope.key) + ":" + Snapshot.object(scope.value)
      }
      text += ",\"values\":{\(scopes.joined(separator: ","))}"
    }
    if !history.isEmpty {
      let entries = history.map {
        JSONValue.quoted($0.step == step ? $0.kind.name : "\($0.kind.name) \($0.step.text)")
      }
      text += ",\"history\":[\(entries.joined(separator: ","))]"
    }
    if !times.isEmpty {
      let lists = times.map { "[\($0.map(String.init).joined(separator: ","))]" }
      text += ",\"times\":[\(lists.joined(separator: ","))]"
    }
    #if !hasFeature(Embedded)
      addDue(to: &text)
      addAsked(to: &text)
    #endif
  }

  private func add(_ key: String, _ strings: [String: String], to text: inout String) {
    if !strings.isEmpty { text += ",\"\(key)\":\(Snapshot.object(strings))" }
  }

  static func object(_ strings: [String: String]) -> String {
    let members = strings.sorted { $0.key < $1.key }.map {
      "\(JSONValue.quoted($0.key)):\(JSONValue.quoted($0.value))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func withSum(_ text: Substring) -> String {
    var sum = Checksum()
    sum.add(text)
    return "\(text)\(sumKey)\(sum.text)\""
  }

  // MARK: Reading

  /// Reads a snapshot.
  ///
  /// - Throws: ``SnapshotError`` for any text that ``json`` would not have written.
  public init(json: String) throws(SnapshotError) {
    try self.init(json, code: nil)
  }

  /// Reads a snapshot that ``text(authenticatedBy:)`` wrote with the same code.
  public init(
    _ text: String, authenticatedBy code: @escaping (_ text: String) -> String
  ) throws(SnapshotError) {
    try self.init(text, code: code)
  }

  /// Reads a snapshot without checking the app's code: for a report, never to go on with a run.
  package init(unverified text: String) throws(SnapshotError) {
    let line = text.prefix { $0 != "\n" }
    let end = Snapshot.code(in: line)
    try self.init(end.map { "\(line[..<$0])}" } ?? String(line), code: nil)
  }

  private init(_ text: String, code: ((String) -> String)?) throws(SnapshotError) {
    // First the checksum, which finds damage faster than the reader of JSON does.
    let isOurs = text.hasPrefix("{\"flowrun\":\(Snapshot.format),")
    if isOurs { try Snapshot.check(text, code) }
    let value: JSONValue
    do { value = try JSONReader.read(text) } catch { throw .notJSON(error.description) }
    guard let format = value["flowrun"] else { throw .otherFormat("none") }
    guard isOurs else { throw .otherFormat(format.text) }
    let reading =
      try value["as"].map { value throws(SnapshotError) in
        try Snapshot.need(value.string.flatMap(Reading.init), "as")
      } ?? .written
    try self.init(members: value, as: reading)
  }

  init(members value: JSONValue, as reading: Reading) throws(SnapshotError) {
    self.reading = reading
    step = try Snapshot.need(value["step"]?.string.flatMap { StepMark($0[...]) }, "step")
    clock = try Snapshot.need(value["clock"]?.integer, "clock")
    enteredAt = try Snapshot.need(value["entered"]?.integer, "entered")
    timeOfDay =
      try value["time"].map { value throws(SnapshotError) in
        try Snapshot.need(value.integer, "time")
      } ?? 0
    returned = try value["returned"].map { value throws(SnapshotError) in
      try Snapshot.need(value.string, "returned")
    }
    facts = try Snapshot.strings(value["facts"], "facts")
    inputs = try Snapshot.strings(value["inputs"], "inputs")
    values = [:]
    if let scopes = value["values"] {
      for scope in try Snapshot.need(scopes.members, "values") {
        _ = try Snapshot.need(Snapshot.scope(scope.key), "values")
        values[scope.key] = try Snapshot.strings(scope.value, "values")
      }
    }
    times = []
    if let lists = value["times"] {
      for list in try Snapshot.need(lists.array, "times") {
        var numbers: [Int64] = []
        for number in try Snapshot.need(list.array, "times") {
          numbers.append(try Snapshot.need(number.integer, "times"))
        }
        times.append(numbers)
      }
    }
    history = []
    for entry in try value["history"].map({ value throws(SnapshotError) in
      try Snapshot.need(value.array, "history")
    }) ?? [] {
      history.append(try Snapshot.need(entry.string.flatMap { Entry($0, step) }, "history"))
    }
    #if !hasFeature(Embedded)
      asked = try Snapshot.asked(in: value, as: reading)
      try readDue(in: value)
    #endif
  }

  /// Checks the checksum, and the code if there has to be one.
  private static func check(_ text: String, _ code: ((String) -> String)?) throws(SnapshotError) {
    var sealed = text.dropLast()
    if let code {
      guard let key = Snapshot.code(in: text[...]) else {
        throw .notAuthentic("it has no code")
      }
      sealed = text[..<key]
      guard text == "\(sealed)\(codeKey)\(code(String(sealed)))\"}" else {
        throw .notAuthentic("its code does not match")
      }
    }
    guard sealed.utf8.count > 25, sealed == withSum(sealed.dropLast(25)),
      code != nil || text.hasSuffix("}")
    else {
      throw code == nil && Snapshot.code(in: text[...]) != nil
        ? .notAuthentic("it has a code, which must be checked")
        : .malformed("the checksum does not match")
    }
  }

  /// How deeply a flow was called, and its id: `0 EID5`.
  static func scope(_ key: String) -> (depth: Int32, flow: String)? {
    let parts = key.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let depth = Int32(String(parts[0])), key == "\(depth) \(parts[1])",
      (0...Int32(Machine.maximumDepth)).contains(depth)
    else { return nil }
    return (depth, String(parts[1]))
  }

  static func need<T>(_ value: T?, _ key: String) throws(SnapshotError) -> T {
    guard let value else { throw .malformed("`\(key)` is missing or wrong") }
    return value
  }

  static func strings(
    _ value: JSONValue?, _ key: String
  ) throws(SnapshotError) -> [String: String] {
    guard let value else { return [:] }
    var result: [String: String] = [:]
    for member in try need(value.members, key) {
      result[member.key] = try need(member.value.string, key)
    }
    return result
  }
}

extension Snapshot.Entry {
  /// An entry in the words of a snapshot: `call 9f3a1c2b7d4e0011 UC2.3:1.4`, or only its kind if it
  /// is of the current step.
  fileprivate init?(_ text: String, _ current: StepMark) {
    if let kind = HistoryEntry.Kind(name: text) {
      self.init(kind: kind, step: current)
      return
    }
    guard let space = text.firstIndex(of: " "),
      let kind = HistoryEntry.Kind(name: String(text[..<space])),
      let step = StepMark(text[text.index(after: space)...])
    else { return nil }
    self.init(kind: kind, step: step)
  }
}

extension HistoryEntry.Kind {
  private static let names = ["screen", "call", "failure", "departure", "suspension"]

  var name: String { HistoryEntry.Kind.names[Int(rawValue)] }

  init?(name: String) {
    guard let value = HistoryEntry.Kind.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: Int32(value))
  }
}
