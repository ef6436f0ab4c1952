/// The tag of a language: `et`, `pt-BR`.
package enum LanguageTag {
  /// Whether a text can be one: two or three small letters, and further parts.
  package static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count) else { return false }
    return first.utf8.allSatisfy { (97...122).contains($0) }
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { (97...122).contains($0 | 32) || (48...57).contains($0) }
      }
  }

  /// The language without its region and other parts: `et` of `et-EE`.
  package static func base(_ tag: String) -> String {
    tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }
}
