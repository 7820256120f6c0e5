// FluxtapeScreen
