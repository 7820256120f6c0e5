// swift-tools-version: 6.2
import PackageDescription

let recorder: [Target.Dependency] = [
  .product(name: "Fluxtape", package: "fluxtape"), .product(name: "FluxtapeStores", package: "fluxtape"),
]

let replay = Target.Dependency.product(name: "FluxtapeReplay", package: "fluxtape")

/// What stands in for Combine where there is none.
func combine(_ product: String) -> Target.Dependency {
  .product(name: product, package: "OpenCombine", condition: .when(platforms: [.linux, .android, .windows]))
}

/// One for each architecture: the name of its program and of its log, and its target.
let architectures = [
  "flux-subjects": "FluxSubjects",
  "flux-typed": "FluxTyped",
  "mvvm-login": "MVVMLogin",
  "redux": "ReduxStore",
  "redux-effects": "ReduxEffects",
  "redux-thunk": "ReduxThunk",
  "unio": "Unio",
  "view-stream": "ViewStreams",
]

let package = Package(
  name: "samples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shop", targets: ["Shop"]),
    .executable(name: "shop-host", targets: ["ShopHost"]),
    .executable(name: "editor", targets: ["Editor"]),
    .executable(name: "live", targets: ["LiveShop"]),
  ] + architectures.sorted { $0.key < $1.key }.map { .executable(name: $0.key, targets: [$0.value]) },
  dependencies: [
    // Named, so that the folder of the root may have any name.
    .package(name: "fluxtape", path: ".."),
    // Combine's types, where there is no Combine.
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    // For the recipe that puts its lines between the actions.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    // For the recipe that puts the trace and span on actions.
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    // Three stores with effects and causes between them.
    .target(name: "ShopStores", dependencies: ["SampleWorld", replay] + recorder),
    .executableTarget(name: "Shop", dependencies: ["SampleWorld", "ShopStores"] + recorder),
    // Its reducers, to be asked what a run would have been.
    .executableTarget(name: "ShopHost", dependencies: ["ShopStores", replay]),

    // A real editing session, played into a recorded store.
    .executableTarget(name: "Editor", dependencies: recorder),

    // An app that is moved from the inspector.
    .executableTarget(name: "LiveShop", dependencies: [.product(name: "FluxtapeLive", package: "fluxtape")] + recorder),

    // What samples share: a server, a fixed clock and its scheduler, and how a script becomes a log.
    .target(name: "SampleWorld", dependencies: ["RecordedStreams"] + recorder),

    // Combine, recorded: subjects, requests, and causes that survive a scheduler.
    .target(name: "RecordedStreams", dependencies: [combine("OpenCombine")] + recorder),

    .testTarget(
      name: "SamplesTests",
      dependencies: [
        "RecordedStreams", "SampleWorld", "ShopHost", "ShopStores", .product(name: "FluxtapeHistory", package: "fluxtape"), replay,
        // Not imported, but run.
        .product(name: "fluxtape", package: "fluxtape"),
      ]
        + architectures.values.sorted().map { .target(name: $0) } + recorder
        + [
          combine("OpenCombineDispatch"), .product(name: "Logging", package: "swift-log"),
          .product(name: "Tracing", package: "swift-distributed-tracing"),
          .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        ]
    ),

    // A test that fails and then passes, for `ci/run`.
    .testTarget(name: "CouponTests", dependencies: [.product(name: "FluxtapeTesting", package: "fluxtape")] + recorder),
  ] + architectures.values.sorted().map { .executableTarget(name: $0, dependencies: ["RecordedStreams", "SampleWorld"] + recorder) },
  swiftLanguageModes: [.v6]
)
