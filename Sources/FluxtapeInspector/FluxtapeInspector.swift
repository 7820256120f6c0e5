// FluxtapeInspector
