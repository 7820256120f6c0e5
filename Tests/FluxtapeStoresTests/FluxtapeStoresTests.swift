// FluxtapeStoresTests
