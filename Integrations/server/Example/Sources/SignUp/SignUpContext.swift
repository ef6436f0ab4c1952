import Hummingbird
import NIOCore

/// A request's context, with the address of its client.
struct SignUpContext: RequestContext, ClientContext {
  var coreContext: CoreRequestContextStorage
  let client: String

  /// Behind a proxy, take the address that the proxy says instead.
  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    client = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }

  /// A form is small.
  var maxUploadSize: Int { 64 * 1_024 }
}
