import { asSent, withApparentOrigins } from "@/lib/compress/as-sent";
import { codecOf } from "@/lib/compress/sent-body";
import type { Conversation } from "@/lib/conversation/message";
import type { Codec } from "@/lib/formats";
import { withoutOpening } from "@/lib/formats/opening";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { testEnvironment } from "./strategy-environment";

/** A window that reaches the triggers of most presets, so that they act. */
const WINDOW = { budget: { window: 20_000, reserve: 1_000 } };

/** The results of POST /api/compress for a logged conversation, and for the body that its client sent. */
export function bothForms(logged: Conversation, format: string): readonly [Conversation, Conversation] {
  const codec = codecOf(format);
  const decoded = codec.decode(codec.encode(logged));
  if (!decoded.ok) throw new Error(decoded.error.message);
  return [withApparentOrigins(asSent(logged, codec)), withApparentOrigins(withoutOpening(decoded.value))];
}

/** The presets whose results differ between the two; each runs forced and with its own trigger. */
export function differingPresets([stored, sent]: readonly [Conversation, Conversation], format: string): string[] {
  const codec = codecOf(format);
  return STRATEGIES.flatMap(({ id }) =>
    [true, false].flatMap((force) => {
      const [a, b] = [bodyOf(stored, id, force, codec), bodyOf(sent, id, force, codec)];
      return a === b ? [] : [`${id}${force ? " forced" : ""}`];
    }),
  );
}

function bodyOf(conversation: Conversation, id: string, force: boolean, codec: Codec): string {
  const { status, conversation: result } = compressConversation(conversation, id, testEnvironment(WINDOW), { force });
  return JSON.stringify([status, codec.encode(result)]);
}
