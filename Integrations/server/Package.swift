// swift-tools-version: 6.2
import PackageDescription

// Runs in a database. A package of its own, so that an app with FlowKit gets no other packages.
let flowKit = Target.Dependency.product(name: "FlowKit", package: "flowrun")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "flowrun-server",
  platforms: [.macOS(.v15)],
  products: [.library(name: "FlowStore", targets: ["FlowStore"])],
  dependencies: [
    .package(name: "flowrun", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
  ],
  targets: [
    // The C libraries of the databases, each loaded at its first call.
    .target(name: "CPostgres"),
    .target(name: "CLocalDatabase"),
    .target(name: "FlowStore", dependencies: ["CPostgres", "CLocalDatabase", flowKit, crypto]),
    // A process of `tools/tests/server-test`, which kills it.
    .executableTarget(
      name: "store-worker",
      dependencies: ["FlowStore", flowKit, .product(name: "FlowYAML", package: "flowrun")]),
    .testTarget(
      name: "FlowStoreTests",
      dependencies: [
        "FlowStore", flowKit, .product(name: "FlowYAML", package: "flowrun"),
      ], exclude: ["Fixtures"]),
  ]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
