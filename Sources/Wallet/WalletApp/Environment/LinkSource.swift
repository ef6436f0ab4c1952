/// Provides the universal link that opened the app.
public protocol LinkSource: Sendable {
  /// The link. Nil if the app was opened in another way.
  var link: String? { get async }
}
