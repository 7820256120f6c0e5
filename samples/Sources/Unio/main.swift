import SampleWorld

await FacetedSearch.main()
