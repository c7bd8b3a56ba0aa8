import type { Failure, Result } from "../conversation/errors";
import type { Violation } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import type { JsonValue } from "../conversation/part";
import type { WireContext, WireFormat } from "./wire-context";

export type { WireFormat } from "./wire-context";

export type Decoded = { readonly conversation: Conversation; readonly wire: WireContext };

/** One provider's request body, both ways. */
export type Codec = {
  readonly id: WireFormat;
  readonly title: string;
  /** True when the body shows this format; messages of several formats side by side show several. */
  detect(body: unknown): boolean;
  /** Checks the shape; a failure says the JSON path at fault. */
  decode(body: unknown): Result<Decoded>;
  /**
   * The body of a conversation. With the wire context of `decode`, unchanged messages and parts come back as they
   * came, fields unknown to us included. Without it, or where an edit broke the provider's rules of placement, the
   * body is arranged to be valid. A conversation that itself breaks pairs is encoded as it stands.
   */
  encode(conversation: Conversation, wire?: WireContext): JsonValue;
  /** The provider's structural rules. Calls at the very end may still be running. */
  validate(body: unknown): Violation[];
};

export const invalidBody = (message: string, at: string): { ok: false; error: Failure } => ({
  ok: false,
  error: { code: "invalid-body", message, at },
});
