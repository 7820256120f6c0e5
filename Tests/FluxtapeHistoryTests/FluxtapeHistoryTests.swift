// FluxtapeHistoryTests
