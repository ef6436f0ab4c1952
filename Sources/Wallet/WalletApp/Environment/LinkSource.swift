/// Where universal links arrive.
public protocol LinkSource: Sendable {
  /// The link that opened the app; nil when it was opened in another way.
  var link: String? { get async }
}
