internal import Encodings

extension Catalogue {
  /// Opens compiled flows that are part of the app's code, as `flowrun swift --embed` writes them.
  public init(base64 text: String) throws(CompiledFlowsError) {
    guard let bytes = Base64.decoded(text) else { throw .notCompiledFlows }
    try self.init(compiled: bytes)
  }
}
