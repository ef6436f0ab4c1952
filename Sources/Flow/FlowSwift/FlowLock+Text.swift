// The lock as a file: two lines that say what it is and how many lines it has, then a line for each
// step, row and input.

extension FlowLock {
  /// Why a text is not the lock that was written.
  public enum Damage: Error, CustomStringConvertible, Sendable {
    /// There is nothing in it.
    case empty
    /// It has this many lines, and says that it had another number.
    case count(Int, of: Int)
    /// It does not say how many lines it had.
    case noCount
    /// Its last line does not end.
    case cut
    /// This line is none of a lock, counted from 1.
    case unknown(line: Int)

    public var description: String {
      switch self {
      case .empty: "it is empty"
      case .count(let count, let all): "it has \(count) lines, and \(all) were written"
      case .noCount: "the number of its lines is missing"
      case .cut: "its last line is cut"
      case .unknown(let line): "line \(line) is none of a lock"
      }
    }

    /// What to do about it.
    public static let help =
      "restore it from your version control, or, if all code that uses these ids was looked at, "
      + "write it anew with `flowrun compile --accept`"
  }

  private static let head =
    "# What ids and names of rows, steps and inputs meant when `flowrun compile` ran. Commit it."
  private static let oldHead = "# What ids of rows and steps without a name meant"
  private static let count = "# Lines: "

  /// A lock from the text of its file.
  public init(text: String) throws(Damage) {
    let text = text.replacing("\r\n", with: "\n")
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    var (entries, knowsNames, isOld, count) = ([Entry](), false, false, Int?.none)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      guard !line.hasPrefix("#") else {
        if line.hasPrefix(FlowLock.count) { count = Int(line.dropFirst(FlowLock.count.count)) }
        if line.hasPrefix(FlowLock.oldHead) { isOld = true }
        if line == FlowLock.head { knowsNames = true }
        continue
      }
      guard let entry = Entry(line: line) else {
        throw .unknown(line: index + 1)
      }
      entries.append(entry)
    }
    guard knowsNames || isOld else { throw .unknown(line: 1) }
    guard text.hasSuffix("\n") else { throw .cut }
    if let count, count != entries.count { throw .count(entries.count, of: count) }
    if knowsNames, count == nil { throw .noCount }
    self.init(entries, knowsNames: knowsNames)
  }

  /// The text of the file: a line for each, in document order, and at the end those that are gone.
  public var text: String {
    ([FlowLock.head, FlowLock.count + String(entries.count)] + entries.map(\.line))
      .map { $0 + "\n" }.joined()
  }
}

extension FlowLock.Entry {
  private static let gone = "- "

  fileprivate init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 3 || fields.count == 4, fields[0].contains(":") else { return nil }
    isGone = fields[0].hasPrefix(Self.gone)
    id = isGone ? String(fields[0].dropFirst(Self.gone.count)) : fields[0]
    (kind, words, step) = (fields[1], fields[2], fields.count > 3 ? fields[3] : "")
  }

  fileprivate var line: String {
    ([(isGone ? Self.gone : "") + id, kind, words] + (step.isEmpty ? [] : [step]))
      .joined(separator: "\t")
  }
}
