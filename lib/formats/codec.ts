import type { Failure, Result } from "../conversation/errors";
import type { Violation } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import type { JsonValue } from "../conversation/part";
import type { WireContext, WireFormat } from "./wire-context";

export type { WireFormat } from "./wire-context";

export type Decoded = { readonly conversation: Conversation; readonly wire: WireContext };

/** Reads and writes the request bodies of one format. */
export type Codec = {
  readonly id: WireFormat;
  readonly title: string;
  /** True if the body can be of this format; mixed messages can match several. */
  detect(body: unknown): boolean;
  /** Checks the shape and reads the body; a failure names the JSON path at fault. */
  decode(body: unknown): Result<Decoded>;
  /**
   * Writes the body of a conversation. With the wire context of `decode`, unchanged messages and parts are written
   * exactly as read, including unknown fields. Without it, or if an edit broke the provider's rules on order, the body
   * is rearranged to be valid. A conversation with broken pairs is written unchanged.
   */
  encode(conversation: Conversation, wire?: WireContext): JsonValue;
  /** The provider's structural rules. Calls at the very end may still be running. */
  validate(body: unknown): Violation[];
};

export const invalidBody = (message: string, at: string): { ok: false; error: Failure } => ({
  ok: false,
  error: { code: "invalid-body", message, at },
});
