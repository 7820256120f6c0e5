import SampleWorld

await CommentApp.main()
