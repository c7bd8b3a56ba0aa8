import type { Session } from "./session";

/** The code of the issue that an importer reports for a sub-agent whose requests are not in the log. */
export const AGENT_NOT_IN_LOG = "agent-not-in-log";

/** The number of sub-agents whose requests are not in the log. */
export const missingAgents = ({ issues }: Pick<Session, "issues">): number =>
  issues.filter(({ code }) => code === AGENT_NOT_IN_LOG).length;
