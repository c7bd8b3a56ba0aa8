import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "@/lib/api/problem";
import { ACROSS_PROJECTS, type Caller, DEFAULT_PROJECT, LOCAL_CALLER, type Right } from "../../api/caller";
import { type Access, mayCall, projectsFor } from "../../api/route-scopes";
import { processState } from "./process-state";

/**
 * For whom the running code works. The front door enters it for each request, every handler narrows it to what its route
 * asks for, and the database client (db/project-scope.ts) leaves out what it does not hold. Work of the server itself says so by
 * `asServer`; if callers are asked for a key, work that is for nobody is refused.
 */
type Standing = {
  readonly caller: Caller;
  /** Asks anew who the caller is, for what goes on after a key was revoked or a role was taken. Null: nobody any more. */
  readonly again: Again;
  /** The projects of which rows exist for this work. */
  projects: "all" | readonly string[];
  /** The project into which this work writes; null if it must be named first. */
  target: string | null;
  /** The only session that the request is about. */
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

/** For whom nothing exists, until they say who they are. */
export const NOBODY: Caller = { who: { kind: "local" }, rights: [], projects: [] };

function standing(): Standing {
  const own = storage().getStore();
  if (own === undefined && rule().isRequired) throw new Error("work has lost its caller");
  return own ?? SERVER;
}

/** From now on work that is neither for a caller nor said to be the server's own is refused, because it might see too much. */
export function requireCallers(): void {
  rule().isRequired = true;
}

/** Does a request's work for its caller; in one of the projects that exist for the caller alone, if it is chosen. */
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

/** Whether the caller of the running work still is who they were, and `work` still succeeds for them. */
export async function isStillOpen(access: Access, work: () => Promise<unknown>): Promise<boolean> {
  const { again } = standing();
  try {
    const caller = await asServer(again);
    if (caller === null) return false;
    await asCaller(caller, () => forRoute(access, work));
    return true;
  } catch (error) {
    // What fails for another reason, as while the database is away, says nothing of who may.
    return !(error instanceof Problem && [401, 403, 404].includes(error.status));
  }
}

/** Does what a route asks for, in those projects alone in which the caller may. Throws 403 if that is nowhere. */
export function forRoute<T>(access: Access, work: () => T): T {
  const { caller, again, projects, target } = standing();
  if (!mayCall(access, caller)) throw new Problem(403, "scope-missing", "this is not open to you");
  const open = projectsFor(access, caller);
  const left = open === "all" ? projects : projects === "all" ? open : projects.filter((id) => open.includes(id));
  const next = standingOf({ caller, again }, left);
  const isStill = target !== null && (left === "all" || left.includes(target));
  return storage().run(isStill ? { ...next, target } : next, work);
}

/**
 * Does a request's work for somebody without rights if nobody was asked who they are and the route is open to all: the front
 * door lets the question for the health of the server in while it starts.
 */
export const orForNobody = <T>(access: Access, work: () => T): T =>
  access === "open" && storage().getStore() === undefined && rule().isRequired ? asCaller(NOBODY, work) : work();

/** Whether it is known for whom the running code works. */
export const hasCaller = (): boolean => Boolean(storage().getStore());

/**
 * Does work of the server itself, whoever caused it: it sees everything. A query of Prisma begins when it is awaited, so that it
 * must be awaited inside.
 */
export const asServer = <T>(work: () => T): T => storage().run(null, work);

/** Does work in one project alone; in the project of no name, over all. */
export function inProject<T>(project: string, work: () => T): T {
  const { caller, again } = standing();
  const projects = project === ACROSS_PROJECTS ? "all" : [project];
  return storage().run({ caller, again, projects, target: project, session: null }, work);
}

/** What is left of the running work is in this project, because what it is about is there: perhaps a single session. */
export function settleIn(project: string, session: string | null = null): void {
  const own = storage().getStore();
  if (!own) return;
  own.projects = [project];
  own.target = project;
  own.session = session;
}

/** Where originals are put aside by the running work. */
export const keptFor = (): { readonly project: string; readonly sessionId: string | null } => ({
  project: currentProject(),
  sessionId: standing().session,
});

/** A function that works for today's caller whenever it is called, for queues and listeners. */
export const keepingCaller = <A extends unknown[], T>(work: (...args: A) => T): ((...args: A) => T) =>
  AsyncLocalStorage.bind(work);

export const currentCaller = (): Caller => standing().caller;
/** The projects whose rows exist for the running work. */
export const visibleProjects = (): "all" | readonly string[] => standing().projects;
export const isVisible = (project: string): boolean => {
  const { projects } = standing();
  return projects === "all" || projects.includes(project);
};

/** The project into which the running work writes; null if it must be named first. */
export const namedProject = (): string | null => standing().target;

/** The project into which the running work writes. */
export function currentProject(): string {
  const { target } = standing();
  if (target !== null) return target;
  throw new Problem(422, "project-needed", "name the project: X-Winnow-Project: <id or name>");
}

/** Whether the caller has a right in a project. */
export function mayIn(project: string, right: Right): boolean {
  const { rights, projects } = standing().caller;
  if (projects === "all") return rights.includes(right);
  return projects.some(({ id, rights }) => id === project && rights.includes(right));
}

/** Whether the caller administers the server: others are told nothing of its machine, nor of what all projects have together. */
export const isServersAdmin = (): boolean => standing().caller.rights.includes("admin");

/** Throws 403 without the right in this project. */
export function assertMayIn(project: string, right: Right): void {
  if (!mayIn(project, right))
    throw new Problem(403, "scope-missing", `this needs the right to ${right} in the project`);
}
