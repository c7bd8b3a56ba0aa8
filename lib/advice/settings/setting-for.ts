import type { Recipe } from "../../strategies/recipe/recipe";
import { claudeCode } from "./claude-code";
import type { CannotCode, ClientSetting, SettingAnswer, WantedSetting } from "./client-setting";
import { EDITOR_CLIENTS } from "./editor-clients";
import { OPENCODE_FAMILY } from "./opencode-family";
import { PROGRAMMING_INTERFACES } from "./programming-interfaces";
import { actionOf } from "./strategy-actions";
import { TERMINAL_CLIENTS } from "./terminal-clients";

/**
 * The policy as a recipe: runs at the trigger, down to a floor if there is one. Without a trigger, the strategy alone.
 */
const recipeOf = ({ trigger, floor, strategy }: WantedSetting): Recipe =>
  trigger === 0
    ? strategy
    : { when: { gauge: "tokens", comparison: ">=", limit: trigger }, run: runOf(trigger, floor, strategy) };

/** `winnow` has its own floor; other strategies are repeated until the prompt is within it. */
function runOf(trigger: number, floor: number | null, strategy: Recipe): Recipe {
  if (floor === null) return strategy;
  return strategy === "winnow"
    ? { id: strategy, params: { trigger, floor } }
    : { until: { tokens: floor }, ladder: [strategy] };
}

const asRecipe = (wanted: WantedSetting): SettingAnswer => ({
  text: JSON.stringify(recipeOf(wanted)),
  fires: wanted.trigger === 0 ? null : wanted.trigger,
});

const winnowRecipe: ClientSetting = {
  id: "winnow",
  title: "Winnow",
  sessionClients: [],
  version: "recipes of this version",
  unit: "tokens",
  place: "recipe of POST /api/compress, or the recipe in Compare",
  key: "recipe",
  default: "the strategy's own trigger",
  can: { fold: "at-trigger", clear: "at-trigger", keepNewest: true, floor: true },
  source: "docs/strategies.md",
  readOn: "2026-11-23",
  readIn: "lib/strategies/recipe",
  fold: asRecipe,
  clear: asRecipe,
};

/** Every client whose settings are known, in display order. */
export const CLIENT_SETTINGS: readonly ClientSetting[] = [
  claudeCode,
  ...OPENCODE_FAMILY,
  ...TERMINAL_CLIENTS,
  ...EDITOR_CLIENTS,
  ...PROGRAMMING_INTERFACES,
  winnowRecipe,
];

type Origin = Pick<ClientSetting, "title" | "version" | "place" | "source" | "readOn" | "readIn">;

/** What to type into a client, or why that is unknown, with its source. */
export type SettingFor =
  | (Origin & {
      readonly kind: "setting";
      readonly text: string;
      /**
       * Prompt tokens at which the client then acts, never above the trigger; null if the client chooses the moment.
       */
      readonly fires: number | null;
      readonly note: string | null;
    })
  | {
      readonly kind: "cannot";
      readonly cannot: CannotCode;
      readonly why: string;
      /** Null for a client whose settings are unknown. */
      readonly origin: Origin | null;
    };

/** The row id for a session's client (`Session.client`); null if there is none. */
export const settingClientOf = (sessionClient: string | null): string | null =>
  CLIENT_SETTINGS.find(({ sessionClients }) => sessionClient !== null && sessionClients.includes(sessionClient))?.id ??
  null;

/** The setting that makes a client (by row id) follow a policy. It never fires above the trigger. */
export function settingFor(client: string, wanted: WantedSetting): SettingFor {
  const row = CLIENT_SETTINGS.find(({ id }) => id === client);
  if (!row) {
    const why = `The settings of ${client} were not read.`;
    return { kind: "cannot", cannot: "unknown-client", why, origin: null };
  }
  const { title, version, place, source, readOn, readIn } = row;
  const origin = { title, version, place, source, readOn, readIn };
  const answer = answerOf(row, wanted);
  if ("cannot" in answer) return { kind: "cannot", ...answer, origin };
  return { kind: "setting", ...origin, ...answer, note: noteOf(row, wanted, answer.note) };
}

function answerOf(row: ClientSetting, wanted: WantedSetting): SettingAnswer {
  if (row === winnowRecipe) return row.fold(wanted);
  const action = actionOf(wanted.strategy);
  if (action.kind === "fold") return row.fold(wanted);
  if (action.kind === "clear") return row.clear(wanted, action.keep);
  return { cannot: "no-such-action", why: `${row.title} has no setting for this strategy.` };
}

/** The row's own note, and which part of the request the client cannot fulfil. */
function noteOf({ can, title }: ClientSetting, wanted: WantedSetting, own: string | undefined): string | null {
  const floor = wanted.floor === null || can.floor ? null : `The prompt size after a run cannot be set in ${title}.`;
  const notes = [own, floor].filter((note) => typeof note === "string");
  return notes.length === 0 ? null : notes.join(" ");
}
