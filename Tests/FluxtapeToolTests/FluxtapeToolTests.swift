// FluxtapeToolTests
