// swift-tools-version: 6.2
import PackageDescription

// Every target is held to the same rules; `.ci/run` turns the warnings they raise into errors.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .strictMemorySafety(),
]

let package = Package(
  name: "fluxtape",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .executable(name: "fluxtape", targets: ["FluxtapeTool"]),
    // What apps link. None of these reaches another package.
    .library(name: "Fluxtape", targets: ["Fluxtape"]),
    .library(name: "FluxtapeStores", targets: ["FluxtapeStores"]),
    // What tests link, and nothing else does: it needs the testing libraries of the toolchain.
    .library(name: "FluxtapeTesting", targets: ["FluxtapeTesting"]),
    // What tests and previews link: a log through your reducer.
    .library(name: "FluxtapeReplay", targets: ["FluxtapeReplay"]),
    // What debug builds link: a running app, moved from the inspector.
    .library(name: "FluxtapeLive", targets: ["FluxtapeLive"]),
    // The reading side, for tools of your own.
    .library(name: "FluxtapeHistory", targets: ["FluxtapeHistory"]),
    // What recording costs, measured where you are: `swift run -c release benchmarks record`.
    .executable(name: "benchmarks", targets: ["FluxtapeBenchmarks"]),
  ],
  traits: [
    .default(enabledTraits: ["Inspector"]),
    .trait(name: "Tool", description: "The command-line programs. An app leaves them out, and then resolves no other package."),
    .trait(
      name: "Inspector", description: "The terminal inspector. It needs ncurses headers; every other command works without.",
      enabledTraits: ["Tool"]),
  ],
  dependencies: [
    // For the two command-line programs alone.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0")
  ],
  targets: [
    // What apps and tests link.
    .target(
      name: "Fluxtape",
      dependencies: ["FluxtapeCoding", "FluxtapeLocking", "FluxtapeLog"],
      swiftSettings: strict
    ),
    .target(name: "FluxtapeStores", dependencies: ["Fluxtape", "FluxtapeLocking"], swiftSettings: strict),
    .target(name: "FluxtapeTesting", dependencies: ["Fluxtape", "FluxtapeLocking", "FluxtapeLog"], swiftSettings: strict),

    .target(
      name: "FluxtapeReplay",
      dependencies: [
        "FluxtapeCoding", "FluxtapeDecoding", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading",
      ],
      swiftSettings: strict),

    .target(
      name: "FluxtapeLive",
      dependencies: [
        "Fluxtape", "FluxtapeDecoding", "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLiveWire", "FluxtapeLocking", "FluxtapeLog",
        "FluxtapeStores",
      ],
      swiftSettings: strict),

    // Shared by both sides.
    .target(name: "FluxtapeLog", swiftSettings: strict),
    .target(
      name: "FluxtapeCoding", dependencies: ["CMaskedBytes", "FluxtapeLocking", "FluxtapeLog"], swiftSettings: strict),
    .target(name: "CMaskedBytes", swiftSettings: strict),
    .target(name: "FluxtapeLocking", swiftSettings: strict),

    // The reading side.
    .target(name: "FluxtapeJSON", swiftSettings: strict),
    .target(name: "FluxtapeDocuments", dependencies: ["FluxtapeJSON"], swiftSettings: strict),
    .target(name: "FluxtapeLogReading", dependencies: ["FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLog"], swiftSettings: strict),
    .target(name: "FluxtapeSecrets", dependencies: ["FluxtapeJSON", "FluxtapeLog"], swiftSettings: strict),
    .target(
      name: "FluxtapeHistory",
      dependencies: [
        "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLocking", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeSecrets",
      ],
      swiftSettings: strict),
    .target(
      name: "FluxtapeAnswers",
      dependencies: ["FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeScreen"],
      swiftSettings: strict),
    .target(
      name: "FluxtapeReports",
      dependencies: [
        "CPage", "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading",
        "FluxtapeScreen",
      ],
      swiftSettings: strict
    ),
    // The page's own text, style and script, which the C file embeds.
    .target(
      name: "CPage",
      exclude: [
        "page.html", "page.css", "values.js", "run.js", "text.js", "filter.js", "view.js", "strip.js", "start.js",
        "grow.js", "notes.js", "notes.css", "attachments.css",
      ],
      swiftSettings: strict),

    // Swift values from recorded JSON.
    .target(
      name: "FluxtapeDecoding", dependencies: ["FluxtapeCoding", "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLog"], swiftSettings: strict),

    // Between a running app and the inspector.
    .target(name: "FluxtapeLiveWire", dependencies: ["FluxtapeDocuments", "FluxtapeJSON"], swiftSettings: strict),

    // Other tools' formats.
    .target(
      name: "FluxtapeInterop",
      dependencies: ["FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading"],
      swiftSettings: strict),

    // The terminal.
    .target(name: "FluxtapeScreen", swiftSettings: strict),
    .target(
      name: "FluxtapeInspector",
      dependencies: [
        "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLocking", "FluxtapeLog", "FluxtapeLogReading",
        "FluxtapeLiveWire", "FluxtapeReplay", "FluxtapeReports", "FluxtapeScreen", "FluxtapeStores",
      ],
      swiftSettings: strict
    ),
    .target(name: "FluxtapeCurses", dependencies: ["CNcurses", "CTerminalRescue", "FluxtapeScreen"], swiftSettings: strict),
    .target(name: "CTerminalRescue", swiftSettings: strict),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),

    // Executables.
    .executableTarget(
      name: "FluxtapeTool",
      dependencies: [
        "Fluxtape", "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeInterop", "FluxtapeJSON", "FluxtapeLiveWire",
        "FluxtapeLocking", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeReplay", "FluxtapeReports", "FluxtapeScreen",
        .target(name: "FluxtapeInspector", condition: .when(traits: ["Inspector"])),
        .target(name: "FluxtapeCurses", condition: .when(traits: ["Inspector"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "FluxtapeBenchmarks",
      dependencies: [
        "Fluxtape", "FluxtapeCoding", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeInspector", "FluxtapeJSON", "FluxtapeLive",
        "FluxtapeLiveWire", "FluxtapeLog", "FluxtapeLogReading", "FluxtapePseudoTerminal", "FluxtapeRandomCases", "FluxtapeReplay",
        "FluxtapeScreen", "FluxtapeSimulatedRuns",
        "FluxtapeStores",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: strict
    ),

    // Tests.
    // Random cases that are the same in every run.
    .target(name: "FluxtapeRandomCases", path: "Tests/FluxtapeRandomCases", swiftSettings: strict),
    // Objects as libraries have them: classes of a module that is none of the app's own.
    .target(
      name: "FluxtapeLibraryObjects", dependencies: ["FluxtapeLocking"], path: "Tests/FluxtapeLibraryObjects", swiftSettings: strict),
    // Runs of simulated apps with planted bugs, and whether the search for causes names these.
    .target(
      name: "FluxtapeSimulatedRuns", dependencies: ["FluxtapeHistory", "FluxtapeJSON", "FluxtapeRandomCases"],
      path: "Tests/FluxtapeSimulatedRuns", swiftSettings: strict),
    // Programs under a terminal of their own, and what that shows.
    .target(
      name: "FluxtapePseudoTerminal", dependencies: ["FluxtapeScreen"], path: "Tests/FluxtapePseudoTerminal", swiftSettings: strict),
    // Whether lines are as the JSON Schema of the format says.
    .target(
      name: "FluxtapeLogSchema", dependencies: ["FluxtapeDocuments", "FluxtapeJSON"], path: "Tests/FluxtapeLogSchema", swiftSettings: strict
    ),
    // The query language, case by case.
    .target(
      name: "FluxtapeQueryCases", dependencies: ["FluxtapeDocuments", "FluxtapeJSON"], path: "Tests/FluxtapeQueryCases",
      exclude: ["cases.jsonl", "Logs"],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeJSONTests", dependencies: ["FluxtapeDocuments", "FluxtapeJSON", "FluxtapeRandomCases"], swiftSettings: strict),
    .testTarget(
      name: "FluxtapeLogTests",
      dependencies: [
        "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeLogSchema", "FluxtapeRandomCases",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeCodingTests",
      dependencies: [
        "FluxtapeCoding", "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLocking", "FluxtapeLog", "FluxtapeRandomCases", "FluxtapeReplay",
        "FluxtapeSecrets",
      ],
      swiftSettings: strict),
    .testTarget(name: "FluxtapeLockingTests", dependencies: ["FluxtapeLocking"], swiftSettings: strict),
    .testTarget(
      name: "FluxtapeTests",
      dependencies: [
        "Fluxtape", "FluxtapeCoding", "FluxtapeDocuments", "FluxtapeJSON", "FluxtapeLibraryObjects", "FluxtapeLocking", "FluxtapeLog",
        "FluxtapeLogReading", "FluxtapeLogSchema", "FluxtapeRandomCases", "FluxtapeReplay",
      ],
      swiftSettings: strict
    ),
    // What is killed, forked and put on full disks.
    .executableTarget(
      name: "FluxtapeFaultProgram", dependencies: ["Fluxtape", "FluxtapeJSON", "FluxtapeLive", "FluxtapeLiveWire"],
      path: "Tests/FluxtapeFaultProgram", swiftSettings: strict),
    .testTarget(
      name: "FluxtapeFaultTests",
      dependencies: [
        "FluxtapeFaultProgram", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeRandomCases",
      ],
      swiftSettings: strict
    ),
    // What reads bytes of strangers, for a fuzzer.
    .executableTarget(
      name: "FluxtapeFuzzing",
      dependencies: ["FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading"],
      path: "Tests/FluxtapeFuzzing",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FluxtapeStoresTests", dependencies: ["Fluxtape", "FluxtapeLocking", "FluxtapeRandomCases", "FluxtapeStores"],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeTestingTests",
      dependencies: ["Fluxtape", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeHistoryTests",
      dependencies: [
        "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeLogSchema",
        "FluxtapeQueryCases",
        "FluxtapeRandomCases", "FluxtapeSecrets", "FluxtapeSimulatedRuns",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FluxtapeReportsTests",
      dependencies: [
        "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading",
        "FluxtapeQueryCases", "FluxtapeReports",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FluxtapeInteropTests",
      dependencies: [
        "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeInterop", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading",
        "FluxtapeRandomCases",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeReplayTests",
      dependencies: [
        "Fluxtape", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeReplay",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FluxtapeScreenTests", dependencies: ["FluxtapePseudoTerminal", "FluxtapeRandomCases", "FluxtapeScreen"], swiftSettings: strict),
    .testTarget(
      name: "FluxtapeInspectorTests",
      dependencies: [
        "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeInspector", "FluxtapeJSON", "FluxtapeLiveWire",
        "FluxtapeLocking", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeRandomCases", "FluxtapeReplay", "FluxtapeScreen", "FluxtapeStores",
      ],
      exclude: ["Fixtures", "Screens"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FluxtapeLiveTests",
      dependencies: [
        "Fluxtape", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeJSON", "FluxtapeLive", "FluxtapeLiveWire", "FluxtapeLocking",
        "FluxtapeLog", "FluxtapeLogReading", "FluxtapeRandomCases", "FluxtapeStores",
      ],
      swiftSettings: strict),
    .testTarget(name: "FluxtapeBenchmarksTests", dependencies: ["FluxtapeBenchmarks", "FluxtapeJSON"], swiftSettings: strict),
    .testTarget(
      name: "FluxtapeToolTests",
      dependencies: [
        "Fluxtape", "FluxtapeAnswers", "FluxtapeDocuments", "FluxtapeHistory", "FluxtapeInspector", "FluxtapeJSON", "FluxtapeLive",
        "FluxtapeLiveWire", "FluxtapeLocking", "FluxtapeLog", "FluxtapeLogSchema", "FluxtapePseudoTerminal", "FluxtapeRandomCases",
        "FluxtapeReplay",
        "FluxtapeScreen", "FluxtapeStores", "FluxtapeTool",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
