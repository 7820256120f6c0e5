// FluxtapeLog
