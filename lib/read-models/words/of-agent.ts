import { english, type Say } from "../../wording/say";

/** ` of explore`; empty for the main agent. */
export const ofAgent = (agent: string | null, say: Say = english): string =>
  agent === null ? "" : say(" of {agent}", { agent });
