// swift-tools-version: 6.2
import PackageDescription

// The limits are written in C. They are compared with the package above, used like any other.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "flowrun", path: "..")],
  targets: [
    .target(
      name: "CLimits",
      cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("yaml"), .linkedLibrary("crypto")]),
    .target(
      name: "Workloads",
      dependencies: [
        "CLimits", .product(name: "FlowKit", package: "flowrun"),
        .product(name: "FlowYAML", package: "flowrun"),
        .product(name: "FlowTools", package: "flowrun"),
      ]),
    .executableTarget(
      name: "FlowWork",
      dependencies: [
        "Workloads", .product(name: "FlowKit", package: "flowrun"),
        .product(name: "FlowYAML", package: "flowrun"),
        .product(name: "FlowTools", package: "flowrun"),
      ]),
    .executableTarget(
      name: "FlowBench",
      dependencies: [
        "CLimits", "Workloads", .product(name: "FlowKit", package: "flowrun"),
        .product(name: "FlowYAML", package: "flowrun"),
        .product(name: "CardKit", package: "flowrun"),
        .product(name: "FlowTools", package: "flowrun"),
      ]),
  ]
)

for target in package.targets {
  if target.name != "CLimits" {
    target.swiftSettings = [
      .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
}
