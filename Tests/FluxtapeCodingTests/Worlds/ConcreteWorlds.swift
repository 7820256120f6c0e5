// swift-format-ignore-file
// Written by `.ci/concrete-worlds.swift`.

enum ConcreteWorlds {
  static let parts: [@Sendable ((any World.Type) throws -> Void) throws -> Void] = [concreteWorlds0, concreteWorlds1]
}
