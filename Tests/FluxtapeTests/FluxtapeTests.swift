// FluxtapeTests
