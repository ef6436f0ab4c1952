import Testing

@testable import FlowStore

/// What libpq is given.
@Suite struct PostgresTests {
  @Test(
    "Every form of an address comes behind limits for a server that has gone silent",
    arguments: [
      "host=db dbname=shop", "postgresql://db/shop?connect_timeout=9", "postgres://db", "",
    ])
  func limits(address: String) throws {
    let settings = PostgresConnection.settings(address)
    // What comes later counts, so an address may set the limits otherwise.
    #expect(settings.last?.name == "dbname" && settings.last?.value == address)
    let limits = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) })
    #expect(limits["connect_timeout"] == "5" && limits["keepalives"] == "1")
    let rest = ["keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"]
    #expect(rest.allSatisfy { Int(limits[$0] ?? "") ?? 0 > 0 })
  }

  @Test("A server that cannot be reached is told as a database that is away")
  func away() async throws {
    for address in ["host=/nowhere", "postgresql://%2Fnowhere/shop"] {
      await #expect { _ = try await PostgresConnection.connect(address, []) } throws: {
        ($0 as? StoreError)?.isTransient == true && "\($0)".contains("/nowhere")
      }
    }
  }
}
