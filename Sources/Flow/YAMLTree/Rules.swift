public import Diagnostics

extension Rule {
  public static let fileTooLarge = Rule("file-too-large")
  public static let invalidYAML = Rule("invalid-yaml")
  public static let invalidUTF8 = Rule("invalid-utf8")
  public static let severalDocuments = Rule("several-documents")
  public static let aliasNotAllowed = Rule("alias")
  public static let anchorNotAllowed = Rule("anchor")
  public static let tagNotAllowed = Rule("tag")
  public static let nestedTooDeep = Rule("nested-too-deep")
}
