import type { JsonObject } from "../../formats/json-fields";

/** Puts the events of one streamed response together again, as the body that the API answers without streaming. */
export type Assembler = {
  add(event: JsonObject): void;
  /** True when the event that ends the response came: without it something is missing, and the usage is not final. */
  readonly isComplete: boolean;
  body(): JsonObject;
};
