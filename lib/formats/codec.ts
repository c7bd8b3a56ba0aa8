import type { Failure, Result } from "../conversation/errors";
import type { Violation } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import type { JsonValue } from "../conversation/part";
import type { WireContext, WireFormat } from "./wire-context";

export type { WireFormat } from "./wire-context";

export type Decoded = { readonly conversation: Conversation; readonly wire: WireContext };

/** Decodes and encodes the request bodies of one format. */
export type Codec = {
  readonly id: WireFormat;
  readonly title: string;
  /** True if the body can be of this format. Mixed messages can match several formats. */
  detect(body: unknown): boolean;
  /** Checks the shape and decodes the body. A failure contains the JSON path of the error. */
  decode(body: unknown): Result<Decoded>;
  /**
   * Encodes the body of a conversation. With the wire context of `decode`, unchanged messages and parts are written
   * exactly as they were, including unknown fields. Without it, or if an edit broke the provider's rules on order, the
   * body is rearranged to be valid. A conversation with broken pairs is written unchanged.
   */
  encode(conversation: Conversation, wire?: WireContext): JsonValue;
  /** Checks the provider's structural rules. Calls at the very end may still be running. */
  validate(body: unknown): Violation[];
};

export const invalidBody = (message: string, at: string): { ok: false; error: Failure } => ({
  ok: false,
  error: { code: "invalid-body", message, at },
});
