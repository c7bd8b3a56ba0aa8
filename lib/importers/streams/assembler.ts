import type { JsonObject } from "../../formats/json-fields";

/** Assembles the events of one streamed response into the body that the API would return without streaming. */
export type Assembler = {
  add(event: JsonObject): void;
  /** True if the last event of the response was read. Otherwise something is missing, and the usage is not final. */
  readonly isComplete: boolean;
  body(): JsonObject;
};
