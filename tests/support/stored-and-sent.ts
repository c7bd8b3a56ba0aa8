import { asSent, withApparentOrigins } from "@/lib/compress/as-sent";
import { codecOf } from "@/lib/compress/sent-body";
import type { Conversation } from "@/lib/conversation/message";
import type { Codec } from "@/lib/formats";
import { withoutOpening } from "@/lib/formats/opening";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { testEnvironment } from "./strategy-environment";

/** A window in which the triggers of most presets are reached, so that they do something. */
const WINDOW = { budget: { window: 20_000, reserve: 1_000 } };

/** What POST /api/compress makes of a logged conversation, and of the body that its client sent. */
export function bothForms(logged: Conversation, format: string): readonly [Conversation, Conversation] {
  const codec = codecOf(format);
  const decoded = codec.decode(codec.encode(logged));
  if (!decoded.ok) throw new Error(decoded.error.message);
  return [withApparentOrigins(asSent(logged, codec)), withApparentOrigins(withoutOpening(decoded.value))];
}

/** The presets, asked twice each (forced, and by their own trigger), that make different bodies of the two. */
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
