import SampleWorld

await UserSearch.main()
