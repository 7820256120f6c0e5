// A todo list that is recorded: node todos.mjs LOG.jsonl
import { openLog } from "./recorder.mjs";

// What `redux` and `redux-thunk` would give, so that nothing has to be installed.
function createStore(reducer, ...middleware) {
  let state = reducer(undefined, { type: "@@redux/INIT" });
  const getState = () => state;
  let dispatch = (action) => { state = reducer(state, action); return action; };
  const api = { getState, dispatch: (action) => dispatch(action) };
  dispatch = middleware.map((each) => each(api)).reduceRight((next, each) => each(next), dispatch);
  return api;
}

const thunk = ({ dispatch, getState }) => (next) => (action) =>
  typeof action === "function" ? action(dispatch, getState) : next(action);

const empty = { todos: [], isLoading: false, $schema: 1 };
function reducer(state = empty, action) {
  switch (action.type) {
    case "todos/fetchStarted": return { ...state, isLoading: true };
    case "todos/fetched": return { ...state, isLoading: false, todos: action.payload };
    case "todos/added": return { ...state, todos: [...state.todos, { id: state.todos.length + 1, title: action.title, done: false }] };
    case "todos/toggled":
      return { ...state, todos: state.todos.map((todo) => (todo.id === action.payload ? { ...todo, done: !todo.done } : todo)) };
    default: return state;
  }
}

// A clock that counts, for a log that is the same each time.
let ticks = 0;
const recorder = openLog(process.argv[2], {
  app: { name: "todos" }, run: "sample-javascript", time: new Date("2026-11-21T09:00:00Z"), clock: () => (ticks += 250),
});
const store = createStore(reducer, recorder.middleware("todos"), thunk);

async function fetchTodos(dispatch) {
  dispatch({ type: "todos/fetchStarted" });
  await Promise.resolve();
  dispatch({ type: "todos/fetched", payload: [{ id: 1, title: "牛乳を買う", done: false }] });
}

await store.dispatch(fetchTodos);
store.dispatch({ type: "todos/added", title: "Call Zoë back" });
store.dispatch({ type: "todos/toggled", payload: 1 });
store.dispatch({ type: "todos/unknown" });
recorder.close();
