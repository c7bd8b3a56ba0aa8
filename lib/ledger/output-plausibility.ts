import { partText } from "../conversation/part";
import type { Session, SessionMessage } from "../transcript/session";

/**
 * Some clients log only the first usage of a stream. With more visible characters per reported output token than this,
 * the count is a lower bound (one such log has 11,177 tokens for 194,430 characters).
 */
const PLAUSIBLE_CHARACTERS_PER_TOKEN = 12;
/**
 * A session's sums are lower bounds if the answers that are lower bounds have at least this share of all visible
 * characters.
 */
const FLOOR_SHARE = 0.1;

export type OutputPlausibility = {
  /** Visible answer characters per reported output token over the session; null without reported output. */
  readonly charactersPerToken: number | null;
  /** True if sums of output (and so cost) are a lower bound. */
  readonly isFloor: boolean;
  /** Indexes into `Session.responses` whose output count is a lower bound. */
  readonly floors: ReadonlySet<number>;
};

/** Checks each response's output count against its logged text, reasoning and tool arguments. */
export function assessOutputs(session: Session): OutputPlausibility {
  let characters = 0;
  let tokens = 0;
  let floorCharacters = 0;
  const floors = new Set<number>();
  session.responses.forEach((response, index) => {
    const output = response.usage?.output ?? null;
    if (output === null) return;
    const visible = visibleCharacters(session.messages[response.messageIndex]);
    characters += visible;
    tokens += output;
    if (visible <= PLAUSIBLE_CHARACTERS_PER_TOKEN * output) return;
    floors.add(index);
    floorCharacters += visible;
  });
  const isFloor = characters > 0 && floorCharacters > FLOOR_SHARE * characters;
  return { charactersPerToken: tokens === 0 ? null : characters / tokens, isFloor, floors };
}

function visibleCharacters(message: SessionMessage | undefined): number {
  if (message === undefined) return 0;
  return message.parts.reduce((sum, part) => sum + partText(part).length, 0);
}
