// FluxtapeLogTests
