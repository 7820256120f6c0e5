// FluxtapeJSONTests
