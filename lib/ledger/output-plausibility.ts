import { partText } from "../conversation/part";
import type { Response, Session, SessionMessage } from "../transcript/session";

/**
 * Some clients log only the first usage of a stream. With more visible characters per reported output token than this,
 * the count is a lower bound (one such log has 11,177 tokens for 194,430 characters).
 */
const PLAUSIBLE_CHARACTERS_PER_TOKEN = 12;

export type OutputPlausibility = {
  /** Indexes into `Session.responses` whose output count is a lower bound; with any, so are sums of output and cost. */
  readonly floors: ReadonlySet<number>;
};

/** Checks each response's output count against its logged text, reasoning and tool arguments. */
export function assessOutputs({ responses, messages }: Session): OutputPlausibility {
  const isFloor = ({ usage, messageIndex }: Response): boolean =>
    usage?.output != null && visibleCharacters(messages[messageIndex]) > PLAUSIBLE_CHARACTERS_PER_TOKEN * usage.output;
  return { floors: new Set(responses.flatMap((response, index) => (isFloor(response) ? [index] : []))) };
}

function visibleCharacters(message: SessionMessage | undefined): number {
  if (message === undefined) return 0;
  return message.parts.reduce((sum, part) => sum + partText(part).length, 0);
}
