import { ARTICLES, type ArticleExample } from "./article-example";
import { result, say, system, tool, user } from "./chat";

/** A model with a known window, so that the strategy can see that the window is not full. */
const MODEL = "gpt-4o";

const GROUP = ARTICLES.kilo;

export const kiloWhole: ArticleExample = {
  id: "kilo-whole-pair",
  group: GROUP,
  title: "Scenario 1: a call with its result",
  before: "A short dialogue, then one tool call and its result; half of the messages are to be cut.",
  model: MODEL,
  result:
    "The oldest answer is removed; the call and its result stay. In OpenAI's format, the result contains the call's id.",
  messages: () => [
    user("Say what settings.json says."),
    say("May I read it?"),
    user("Yes."),
    ...tool("tool_1", "read_file", { path: "settings.json" }, '{ "theme": "dark" }'),
    say("The theme is dark."),
  ],
  later: () => [
    ...tool("tool_2", "write_file", { path: "settings.json", content: '{ "theme": "light" }' }, "written"),
    say("settings.json has the light theme."),
  ],
  strategies: [{ id: "kilo-truncate" }],
  force: true,
};

export const kiloOrphan: ArticleExample = {
  id: "kilo-orphan",
  group: GROUP,
  title: "Scenario 2: a result without its call",
  before: "A text, and a tool result whose call was removed earlier.",
  model: MODEL,
  result: "Only the text is left, with a warning that names the call.",
  messages: () => [
    user("Go on with settings.json."),
    result("tool_1", '{ "theme": "dark" }'),
    say("The theme is dark."),
  ],
  later: () => [
    ...tool("tool_2", "write_file", { path: "settings.json", content: '{ "theme": "light" }' }, "written"),
    say("settings.json has the light theme."),
  ],
  strategies: [{ id: "kilo-truncate" }],
  force: false,
};

export const kiloCut: ArticleExample = {
  id: "kilo-cut",
  group: GROUP,
  title: "Scenario 3: the cut falls between a call and its result",
  before: "Six messages; half of them would be cut, between the call and its result.",
  model: MODEL,
  result:
    "Without the fix, the result is orphaned and the history is refused; with it, only the task is removed and the pair stays.",
  messages: () => [
    system("You are a careful engineer."),
    user("Read the settings and say what the theme is."),
    ...tool("tool_1", "read_file", { path: "settings.json" }, '{ "theme": "dark" }'),
    user("Go on."),
    say("The theme is dark."),
    user("Thank you. Is there a light one?"),
    say("There is."),
  ],
  later: () => [
    ...tool("tool_2", "write_file", { path: "settings.json", content: '{ "theme": "light" }' }, "written"),
    say("settings.json has the light theme."),
  ],
  strategies: [{ id: "kilo-truncate" }, { id: "roo-truncate", params: { faithful: true, systemMessages: "counted" } }],
  force: true,
};
