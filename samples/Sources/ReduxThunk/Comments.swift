/// Anything that can be dispatched, as in ReSwift: actions and thunks of any type.
protocol Action: Sendable {}

/// The comments on a post.
struct Comments: Codable, Equatable, Sendable {
  var comments: [Comment] = []
  var draft = ""
  var isSending = false
  var error: String?
}

struct Comment: Codable, Equatable, Sendable {
  let id: Int
  let text: String
}

enum CommentAction: Action, Codable, Equatable {
  case loaded([Comment])
  case drafted(String)
  case sending
  case posted(Comment)
  case failed(reason: String)
}

func commentReducer(_ comments: inout Comments, _ action: any Action) {
  guard let action = action as? CommentAction else { return }
  switch action {
  case .loaded(let loaded): comments.comments = loaded
  case .drafted(let text): comments.draft = text
  case .sending: comments.isSending = true
  case .posted(let comment):
    comments.comments.append(comment)
    comments.draft = ""
    comments.isSending = false
    comments.error = nil
  case .failed(let reason):
    comments.isSending = false
    comments.error = reason
  }
}
