/// Why bytes are not a compiled catalogue that can be opened.
public enum CompiledFlowsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes do not begin like a compiled catalogue.
  case notCompiledFlows
  /// Another version of flowrun wrote the file, with another format.
  case otherVersion
  /// The file is damaged; the first part that is wrong.
  case damaged(String)

  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .notCompiledFlows: "this is not a file of compiled flows"
    case .otherVersion:
      "another version of flowrun compiled these flows; compile them again with `flowrun compile`"
    case .damaged(let part): "the compiled flows are damaged: \(part) is wrong"
    }
  }
}
