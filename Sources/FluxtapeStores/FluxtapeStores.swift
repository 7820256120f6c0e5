// FluxtapeStores
