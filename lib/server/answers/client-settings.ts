import type { WantedSetting } from "@/lib/advice/settings/client-setting";
import { CLIENT_SETTINGS, settingClientOf, settingFor } from "@/lib/advice/settings/setting-for";
import { Problem } from "@/lib/api/problem";
import type { ClientSettingAnswer, ClientSettingsAnswer } from "@/lib/api/schemas/client-setting";
import { findStrategy } from "@/lib/strategies";
import { integerParam } from "../http/query-params";

const TOKENS = { min: 0, max: 10_000_000, default: 0 };

/** GET /api/client-settings: each client's settings for one policy. `client` is a session's client, listed first. */
export function clientSettings(url: URL): ClientSettingsAnswer {
  const strategy = url.searchParams.get("strategy") ?? "";
  const known = findStrategy(strategy);
  if (!known)
    throw new Problem(422, "unknown-strategy", `there is no strategy called ${strategy}; see GET /api/strategies`);
  const trigger = integerParam(url, "trigger", TOKENS);
  if (trigger === 0 && !known.hasOwnTrigger) throw noTrigger();
  const floor = integerParam(url, "floor", TOKENS);
  const window = integerParam(url, "window", TOKENS);
  const wanted = { strategy, trigger, floor: floor === 0 ? null : floor, window: window === 0 ? null : window };
  const own = settingClientOf(url.searchParams.get("client"));
  const settings = CLIENT_SETTINGS.map(({ id }) => settingAnswer(id, wanted));
  const rank = ({ client, text }: ClientSettingAnswer) => (client === own ? 0 : text === null ? 2 : 1);
  return { settings: settings.sort((one, other) => rank(one) - rank(other)) };
}

function noTrigger(): Problem {
  const detail = "trigger must be a number of tokens: this strategy has none of its own";
  return new Problem(422, "bad-parameter", detail, { errors: [{ pointer: "trigger", detail }] });
}

function settingAnswer(client: string, wanted: WantedSetting): ClientSettingAnswer {
  const found = settingFor(client, wanted);
  const origin = found.kind === "setting" ? found : found.origin;
  const { title, version, place, source, readOn: read_on } = origin ?? NO_ORIGIN;
  const said =
    found.kind === "setting"
      ? { text: found.text, fires_at: found.fires, note: found.note }
      : { text: null, fires_at: null, note: found.why };
  return { client, title, ...said, version, place, source, read_on };
}

/** Fills the fields of an answer about a client whose setting has no known source. */
const NO_ORIGIN = { title: "", version: "", place: "", source: "", readOn: "" };
