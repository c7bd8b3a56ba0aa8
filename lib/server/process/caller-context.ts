import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "@/lib/api/problem";
import { ACROSS_PROJECTS, type Caller, DEFAULT_PROJECT, LOCAL_CALLER, type Right } from "../../api/caller";
import { type Access, mayCall, projectsFor } from "../../api/route-scopes";
import { processState } from "./process-state";

/**
 * The caller of the running code. The front door sets it for each request, every handler narrows it to the route's
 * access, and the database client (db/project-scope.ts) filters by it. The server's own work uses `asServer`; if
 * authentication is on, work without a caller is refused.
 */
type Standing = {
  readonly caller: Caller;
  /**
   * Looks the caller up again, for work that outlives a revoked key or a removed role. Null: the caller no longer
   * exists.
   */
  readonly again: Again;
  /** The projects whose rows this work sees. */
  projects: "all" | readonly string[];
  /** The project that this work writes into; null if the caller must name it first. */
  target: string | null;
  /** The only session that the request may read. */
  session: string | null;
};

type Again = () => Caller | null | Promise<Caller | null>;
type Who = Pick<Standing, "caller" | "again">;

const storage = () => processState("caller", () => new AsyncLocalStorage<Standing | null>());
const rule = () => processState("caller-rule", () => ({ isRequired: false }));
const AGAIN: Again = () => LOCAL_CALLER;
const SERVER: Standing = {
  caller: LOCAL_CALLER,
  again: AGAIN,
  projects: "all",
  target: DEFAULT_PROJECT,
  session: null,
};

/** The caller without any rights, before authentication. */
export const NOBODY: Caller = { who: { kind: "local" }, rights: [], projects: [] };

function standing(): Standing {
  const own = storage().getStore();
  if (own === undefined && rule().isRequired) throw new Error("work has lost its caller");
  return own ?? SERVER;
}

/**
 * Makes the process refuse work that is neither for a caller nor marked as the server's own, because it might see too
 * much.
 */
export function requireCallers(): void {
  rule().isRequired = true;
}

/** Runs a request's work for its caller, limited to the chosen project if there is one. */
export function asCaller<T>(
  caller: Caller,
  work: () => T,
  chosen: string | null = null,
  again: Again = () => caller,
): T {
  const all = idsOf(caller);
  const isThere = chosen !== null && (all === "all" || all.includes(chosen));
  return storage().run(standingOf({ caller, again }, isThere ? [chosen] : all), work);
}

const idsOf = ({ projects }: Caller): Standing["projects"] =>
  projects === "all" ? "all" : projects.map(({ id }) => id);

function standingOf({ caller, again }: Who, projects: Standing["projects"]): Standing {
  const [only, other] = projects === "all" ? [DEFAULT_PROJECT] : projects;
  return { caller, again, projects, target: other === undefined ? (only ?? null) : null, session: null };
}

/** True if the running work's caller is unchanged and `work` still succeeds for them. */
export async function isStillOpen(access: Access, work: () => Promise<unknown>): Promise<boolean> {
  const { again } = standing();
  try {
    const caller = await asServer(again);
    if (caller === null) return false;
    await asCaller(caller, () => forRoute(access, work));
    return true;
  } catch (error) {
    // Other failures, such as an unavailable database, say nothing about permission.
    return !(error instanceof Problem && [401, 403, 404].includes(error.status));
  }
}

/** Runs a route's work, limited to the projects where the caller has the access. Throws 403 if there are none. */
export function forRoute<T>(access: Access, work: () => T): T {
  const { caller, again, projects, target } = standing();
  if (!mayCall(access, caller)) throw new Problem(403, "scope-missing", "you do not have access to this");
  const open = projectsFor(access, caller);
  const left = open === "all" ? projects : projects === "all" ? open : projects.filter((id) => open.includes(id));
  const next = standingOf({ caller, again }, left);
  const isStill = target !== null && (left === "all" || left.includes(target));
  return storage().run(isStill ? { ...next, target } : next, work);
}

/**
 * Runs a request's work without rights if no caller is set and the route is public: the front door lets health checks
 * in during the start.
 */
export const orForNobody = <T>(access: Access, work: () => T): T =>
  access === "open" && storage().getStore() === undefined && rule().isRequired ? asCaller(NOBODY, work) : work();

export const hasCaller = (): boolean => Boolean(storage().getStore());

/**
 * Runs the server's own work, which sees everything, whatever triggered it. A Prisma query starts when awaited, so
 * await it inside.
 */
export const asServer = <T>(work: () => T): T => storage().run(null, work);

/** Runs work in one project, or in all projects if the name is empty. */
export function inProject<T>(project: string, work: () => T): T {
  const { caller, again } = standing();
  const projects = project === ACROSS_PROJECTS ? "all" : [project];
  return storage().run({ caller, again, projects, target: project, session: null }, work);
}

/** Limits the rest of the running work to the project of its subject and, if `session` is given, to that session. */
export function settleIn(project: string, session: string | null = null): void {
  const own = storage().getStore();
  if (!own) return;
  own.projects = [project];
  own.target = project;
  own.session = session;
}

/** Where the running work stores put-aside originals. */
export const keptFor = (): { readonly project: string; readonly sessionId: string | null } => ({
  project: currentProject(),
  sessionId: standing().session,
});

/** Binds a function to the current caller, for queues and listeners. */
export const keepingCaller = <A extends unknown[], T>(work: (...args: A) => T): ((...args: A) => T) =>
  AsyncLocalStorage.bind(work);

export const currentCaller = (): Caller => standing().caller;
export const visibleProjects = (): "all" | readonly string[] => standing().projects;
export const isVisible = (project: string): boolean => {
  const { projects } = standing();
  return projects === "all" || projects.includes(project);
};

export const namedProject = (): string | null => standing().target;

/** The project that the running work writes into; throws if it must be named first. */
export function currentProject(): string {
  const { target } = standing();
  if (target !== null) return target;
  throw new Problem(422, "project-needed", "name the project: X-Winnow-Project: <id or name>");
}

/** True if the caller has a right in a project. */
export function mayIn(project: string, right: Right): boolean {
  const { rights, projects } = standing().caller;
  if (projects === "all") return rights.includes(right);
  return projects.some(({ id, rights }) => id === project && rights.includes(right));
}

/** True if the caller is a server admin. Others see nothing of the machine, nor totals over all projects. */
export const isServersAdmin = (): boolean => standing().caller.rights.includes("admin");

/** Throws 403 without the right in this project. */
export function assertMayIn(project: string, right: Right): void {
  if (!mayIn(project, right))
    throw new Problem(403, "scope-missing", `this needs the right to ${right} in the project`);
}
