// FluxtapeScreenTests
