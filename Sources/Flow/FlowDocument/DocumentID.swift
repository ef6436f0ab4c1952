/// The ids of documents: `2`, `2.1`, `2.1a`.
struct DocumentID {
  enum Shape {
    case section, step, outcome, other
  }

  let text: String
  let shape: Shape
  /// The number before the first dot.
  let head: String
  /// The number without the letters at its end.
  let number: String

  /// Reads an id, ignoring a full stop after it.
  init(_ raw: String) {
    var text = Substring(raw)
    while text.hasSuffix(".") || text.hasSuffix(")") || text.hasSuffix(":") { text.removeLast() }
    self.text = String(text)
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let letters = text.dropFirst(digits.count)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = !digits.isEmpty && parts.allSatisfy { !$0.isEmpty } && parts.count <= 6
    let isLettered = letters.allSatisfy { $0.isASCII && $0.isLowercase } && letters.count <= 3
    head = parts.first.map(String.init) ?? ""
    number = String(digits)
    if !isNumber || !isLettered || text.count > 24 {
      shape = .other
    } else if !letters.isEmpty {
      shape = .outcome
    } else {
      shape = parts.count == 1 ? .section : .step
    }
  }
}
