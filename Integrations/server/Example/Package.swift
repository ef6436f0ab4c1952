// swift-tools-version: 6.2
import PackageDescription

// A sign-up as a JSON API and as plain pages, on Hummingbird. Apart from the store, since its
// server takes some minutes to build.
let package = Package(
  name: "sign-up",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "flowrun", path: "../../..", traits: []),
    .package(name: "flowrun-server", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "SignUp",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "FlowKit", package: "flowrun"),
        .product(name: "FlowYAML", package: "flowrun"),
        .product(name: "FlowStore", package: "flowrun-server"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
