/// A list of posts, newest first.
struct Timeline: Codable, Equatable, Sendable {
  var posts: [Post] = []
  var isFetching = false
  var error: String?
}

struct Post: Identifiable, Codable, Equatable, Sendable {
  let id: Int
  let text: String
  var likes: Int
}

enum TimelineAction: Decodable, Equatable, Sendable {
  // What the user does.
  case refreshPulled
  case endReached
  case left
  // What a request results in.
  case requestState(fetching: Bool)
  case requestSuccess(Response)
  case requestError(reason: String)

  struct Response: Codable, Equatable, Sendable {
    let posts: [Post]
    /// Whether the posts are appended to the list, or replace it.
    let areOlder: Bool
  }
}

func timelineReducer(_ timeline: inout Timeline, _ action: TimelineAction) {
  switch action {
  case .refreshPulled, .endReached: break
  case .left: timeline.isFetching = false
  case .requestState(let isFetching): timeline.isFetching = isFetching
  case .requestSuccess(let response):
    timeline.posts = response.areOlder ? timeline.posts + response.posts : response.posts
    timeline.error = nil
  case .requestError(let reason): timeline.error = reason
  }
}
