// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "samples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shop", targets: ["Shop"]),
    .executable(name: "editor", targets: ["Editor"]),
  ],
  dependencies: [
    // Named, so that the folder of the root may have any name.
    .package(name: "fluxtape", path: "..")
  ],
  targets: [
    // Three stores with effects and causes between them.
    .target(
      name: "ShopStores",
      dependencies: [.product(name: "Fluxtape", package: "fluxtape"), .product(name: "FluxtapeStores", package: "fluxtape")]
    ),
    .executableTarget(
      name: "Shop",
      dependencies: [
        "ShopStores", .product(name: "Fluxtape", package: "fluxtape"), .product(name: "FluxtapeStores", package: "fluxtape"),
      ]
    ),

    // A real editing session, played into a recorded store.
    .executableTarget(
      name: "Editor",
      dependencies: [.product(name: "Fluxtape", package: "fluxtape"), .product(name: "FluxtapeStores", package: "fluxtape")]
    ),

    .testTarget(
      name: "SamplesTests",
      dependencies: [
        "ShopStores", .product(name: "Fluxtape", package: "fluxtape"), .product(name: "FluxtapeStores", package: "fluxtape"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
