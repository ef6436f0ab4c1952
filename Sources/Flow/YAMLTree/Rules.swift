public import Diagnostics

extension Rule {
  /// The file has more than 4 MiB.
  public static let fileTooLarge = Rule("file-too-large")
  /// The file is not YAML.
  public static let invalidYAML = Rule("invalid-yaml")
  /// The file is not UTF-8.
  public static let invalidUTF8 = Rule("invalid-utf8")
  /// The file has more than one document.
  public static let severalDocuments = Rule("several-documents")
  /// The file uses an alias, `*name`.
  public static let aliasNotAllowed = Rule("alias")
  /// The file uses an anchor, `&name`.
  public static let anchorNotAllowed = Rule("anchor")
  /// The file uses a tag, `!name`.
  public static let tagNotAllowed = Rule("tag")
  /// Collections are nested more than 64 deep.
  public static let nestedTooDeep = Rule("nested-too-deep")
}
