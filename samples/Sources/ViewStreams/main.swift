import SampleWorld

await RepositorySearch.main()
