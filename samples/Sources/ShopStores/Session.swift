/// Who uses the app, and how well the connection does.
public struct SessionState: Codable, Equatable, Sendable {
  public var user: String?
  public var token: String?
  public var isRefreshing = false
  public var retries = 0
  public var notices: [String] = []

  public init() {}
}

public enum SessionAction: Codable, Equatable, Sendable {
  case loginRequested(email: String, password: String)
  case loggedIn(user: String, token: String)
  case refreshToken(for: Order)
  case tokenRefreshed(token: String, for: Order)
  case retried(order: String, attempt: Int)
  case noticeShown(String)
  case noticeDismissed
  case loggedOut
}

/// The session after `action`; actions of other stores leave it as it is.
public func sessionReducer(_ state: inout SessionState, _ action: ShopAction) {
  guard case .session(let action) = action else { return }
  switch action {
  case .loginRequested: break
  case .loggedIn(let user, let token):
    state.user = user
    state.token = token
  case .refreshToken: state.isRefreshing = true
  case .tokenRefreshed(let token, _):
    state.isRefreshing = false
    state.token = token
  case .retried: state.retries += 1
  case .noticeShown(let notice): state.notices.append(notice)
  case .noticeDismissed: if !state.notices.isEmpty { state.notices.removeFirst() }
  case .loggedOut:
    state.user = nil
    state.token = nil
  }
}
