import Hummingbird
import Synchronization

/// Lets each client make so many requests that change something, and refills with time. Each
/// process counts for itself.
///
/// A class, since all requests share the counts.
final class RateLimit<Context: RequestContext & ClientContext>: RouterMiddleware {
  private struct Bucket {
    var left: Double
    var at: ContinuousClock.Instant
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  private let most: Double
  private let perSecond: Double

  init(most: Double, perSecond: Double) {
    (self.most, self.perSecond) = (most, perSecond)
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .post, !allows(context.client) else {
      return try await next(request, context)
    }
    var response = Response(status: .tooManyRequests)
    response.headers[.retryAfter] = "1"
    return response
  }

  func allows(_ client: String) -> Bool {
    buckets.withLock { buckets in
      let now = ContinuousClock.now
      // Full buckets are forgotten, so that the table does not grow for ever.
      if buckets.count > 10_000 {
        buckets = buckets.filter { refilled($0.value, now) < most }
      }
      var bucket = buckets[client] ?? Bucket(left: most, at: now)
      (bucket.left, bucket.at) = (refilled(bucket, now), now)
      let isAllowed = bucket.left >= 1
      if isAllowed { bucket.left -= 1 }
      buckets[client] = bucket
      return isAllowed
    }
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
    min(most, bucket.left + (now - bucket.at) / .seconds(1) * perSecond)
  }
}

/// A context that knows the address of its client.
protocol ClientContext {
  var client: String { get }
}
