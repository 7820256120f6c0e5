// FluxtapeCodingTests
