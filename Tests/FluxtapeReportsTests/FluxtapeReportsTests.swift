// FluxtapeReportsTests
