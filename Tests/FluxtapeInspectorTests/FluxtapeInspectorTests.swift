// FluxtapeInspectorTests
