// OpenCombine has the same types for platforms without Combine. Importing this module imports the one that is available.
#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
