internal import JSON

/// A JSON object that is written member by member: a tree of values would make the WebAssembly
/// module a tenth larger.
struct ObjectText {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// The object as JSON.
  var text: String { String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self) }

  /// Adds a member whose value is JSON already.
  @inline(never)
  mutating func add(_ key: String, json: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes += JSONValue.quoted(key).utf8
    bytes.append(UInt8(ascii: ":"))
    bytes += json.utf8
  }

  /// Adds a string. Nil is left out.
  @inline(never)
  mutating func add(_ key: String, _ string: String?) {
    if let string { add(key, json: JSONValue.quoted(string)) }
  }

  @inline(never)
  mutating func add(_ key: String, _ number: Int64) { add(key, json: "\(number)") }

  mutating func add(_ key: String, _ flag: Bool) { add(key, json: flag ? "true" : "false") }

  /// Adds a list of strings.
  @inline(never)
  mutating func add(_ key: String, _ strings: [String]) {
    add(key, list: strings.map { JSONValue.quoted($0) })
  }

  /// Adds a list of JSON texts.
  @inline(never)
  mutating func add(_ key: String, list: [String]) { add(key, json: ObjectText.list(list)) }

  /// A list of JSON texts.
  @inline(never)
  static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }
}
