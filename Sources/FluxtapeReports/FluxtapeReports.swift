// FluxtapeReports
