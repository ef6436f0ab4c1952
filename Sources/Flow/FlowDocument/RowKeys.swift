/// Makes the keys of rows. A key is unique in its flow.
struct RowKeys {
  private var uses: [String: Int] = [:]

  /// The key of a row: a letter if `id` is the step's id and a letter, else the whole id; with `#2`
  /// for the second use of the id.
  mutating func key(
    of id: String, below step: String
  ) -> (key: String, isLettered: Bool, isRepeated: Bool) {
    let use = (uses[id] ?? 0) + 1
    uses[id] = use
    let letters = id.dropFirst(step.count)
    let isLettered = id.hasPrefix(step) && letters.first?.isLetter == true
    let key = isLettered ? String(letters) : id
    return (use > 1 ? "\(key)#\(use)" : key, isLettered, use > 1)
  }
}
