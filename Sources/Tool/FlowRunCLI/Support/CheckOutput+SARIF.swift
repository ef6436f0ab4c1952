internal import ArgumentParser
internal import Diagnostics
internal import FlowCheck
internal import FlowLoader
internal import JSON

extension CheckOutput {
  /// A log for code-scanning tools (SARIF 2.1.0). What is allowed or in the baseline is in it as
  /// suppressed, with the reason (§3.35).
  var sarif: String {
    var driver = JSONObject()
    driver.add("name", "flowrun")
    driver.add("version", FlowRunCommand.configuration.version)
    driver.add("rules", raw: JSONObject.array(CheckOutput.rules))
    var tool = JSONObject()
    tool.add("driver", raw: driver.text)
    var run = JSONObject()
    run.add("tool", raw: tool.text)
    run.add("columnKind", "unicodeCodePoints")
    run.add("results", raw: JSONObject.array(entries.map { CheckOutput.result($0, at: $1) }))
    var log = JSONObject()
    log.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    log.add("version", "2.1.0")
    log.add("runs", raw: JSONObject.array([run.text]))
    return log.text + "\n"
  }

  private static var rules: [String] {
    let checks = Check.all.map { (rule: $0.rule, about: $0.about, severity: $0.severity) }
    let reading = Rule.ofReading.map { rule in
      (
        rule: rule, about: "a file that cannot be read as a flow",
        severity: Diagnostic.Severity.error
      )
    }
    let remarks = Check.aboutRemarks.map { rule in
      (rule: rule, about: "a remark of the file itself", severity: Diagnostic.Severity.warning)
    }
    return (reading + checks + remarks).map { rule, about, severity in
      var object = JSONObject()
      object.add("id", rule.name)
      object.add("shortDescription", raw: message(about))
      var configuration = JSONObject()
      configuration.add("level", severity.name)
      object.add("defaultConfiguration", raw: configuration.text)
      return object.text
    }
  }

  private static func message(_ text: String) -> String {
    var object = JSONObject()
    object.add("text", text)
    return object.text
  }

  private static func result(_ entry: Entry, at place: LineRange?) -> String {
    var result = JSONObject()
    result.add("ruleId", entry.diagnostic.rule.name)
    result.add("level", entry.diagnostic.severity.name)
    let help = entry.diagnostic.help.map { "\nhelp: \($0)" } ?? ""
    result.add("message", raw: message(entry.diagnostic.message + help))
    result.add("locations", raw: JSONObject.array([location(entry.diagnostic.path, place)]))
    if let fingerprint = entry.fingerprint {
      var object = JSONObject()
      object.add("flowrun/v1", fingerprint)
      result.add("partialFingerprints", raw: object.text)
    }
    if let suppression = suppression(entry.standing) {
      result.add("suppressions", raw: JSONObject.array([suppression]))
    }
    return result.text
  }

  private static func location(_ path: String, _ place: LineRange?) -> String {
    var artifact = JSONObject()
    artifact.add("uri", uri(path))
    var physical = JSONObject()
    physical.add("artifactLocation", raw: artifact.text)
    if let place {
      var region = JSONObject()
      region.add("startLine", place.start.line)
      region.add("startColumn", place.start.column)
      region.add("endLine", place.end.line)
      region.add("endColumn", place.end.column)
      physical.add("region", raw: region.text)
    }
    var location = JSONObject()
    location.add("physicalLocation", raw: physical.text)
    return location.text
  }

  private static func suppression(_ standing: Finding.Standing) -> String? {
    var object = JSONObject()
    switch standing {
    case .open, .knownSlip: return nil
    case .allowed(let reason):
      object.add("kind", "inSource")
      object.add("justification", reason)
    case .inBaseline: object.add("kind", "external")
    }
    return object.text
  }

  /// A relative path as a URI reference (RFC 3986 §2).
  private static func uri(_ path: String) -> String {
    let free = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return path.utf8.map { byte in
      if free.contains(byte) { return String(UnicodeScalar(byte)) }
      let hex = String(byte, radix: 16, uppercase: true)
      return "%" + (hex.count == 1 ? "0" : "") + hex
    }.joined()
  }
}
