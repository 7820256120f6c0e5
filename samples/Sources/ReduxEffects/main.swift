import SampleWorld

await TimelineApp.main()
