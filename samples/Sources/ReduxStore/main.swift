import SampleWorld

await DrawingApp.main()
