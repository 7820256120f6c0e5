// Where there is no Combine, OpenCombine has the same types. Who imports this module has whichever it is.
#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
