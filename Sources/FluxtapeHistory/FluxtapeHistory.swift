// FluxtapeHistory
