import SampleWorld

await Login.main()
