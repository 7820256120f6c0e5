import SampleWorld

await TodoApp.main()
