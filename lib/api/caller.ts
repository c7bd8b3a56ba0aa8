import type { Scope } from "./schemas/keys";

/**
 * What may be done: in a project, `annotate` is to title, tag and comment, `manage` to delete and to set how long sessions are
 * kept. `watch` and `admin` are of the server itself: to see its state, and everything.
 */
export const RIGHTS = ["read", "import", "compress", "annotate", "manage", "watch", "admin"] as const;
export type Right = (typeof RIGHTS)[number];

/** What a person is in a project. */
export const ROLES = ["reader", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];

const READER = ["read"] as const;
const MEMBER = [...READER, "import", "compress", "annotate"] as const;
const MANAGER = [...MEMBER, "manage"] as const;
const BY_ROLE: Readonly<Record<Role, readonly Right[]>> = { reader: READER, member: MEMBER, admin: MANAGER };

/** What a role opens in its project. */
export const rightsOfRole = (role: Role): readonly Right[] => BY_ROLE[role];

/** The project of libraries that are older than projects, and of whoever names none. It is always there. */
export const DEFAULT_PROJECT = "default";

/** The project of a job or run over several projects: only those see it who see all. */
export const ACROSS_PROJECTS = "";

/** Who asks. `local`: nobody is asked for a key. `own`: the command on the server's own data folder. */
export type Who =
  | { readonly kind: "local" | "own" }
  | { readonly kind: "key"; readonly id: string }
  | { readonly kind: "person"; readonly id: string };

/** Who asks, and what is open to them where. */
export type Caller = {
  readonly who: Who;
  /** Of the server itself; and in every project, if `projects` is `all`. */
  readonly rights: readonly Right[];
  /** The projects that exist for this caller, each with what is open there. */
  readonly projects: "all" | readonly { readonly id: string; readonly rights: readonly Right[] }[];
};

export const LOCAL_CALLER: Caller = { who: { kind: "local" }, rights: RIGHTS, projects: "all" };

/** What the scopes of a key open: of a key for all projects, or of a key for one. */
export function callerOfScopes(who: Who, scopes: readonly Scope[], project: string | null): Caller {
  if (project !== null) {
    const rights = scopes.includes("admin") ? MANAGER : scopes.filter((scope) => scope !== "admin");
    return { who, rights: [], projects: [{ id: project, rights }] };
  }
  if (scopes.includes("admin")) return { who, rights: RIGHTS, projects: "all" };
  const isReader = scopes.includes("read");
  const has = (right: Right) =>
    scopes.some((scope) => scope === right) || (isReader && (right === "compress" || right === "watch"));
  return { who, rights: RIGHTS.filter(has), projects: "all" };
}

/** What is open to the caller somewhere, for pages that offer no more. */
export function rightsSomewhere({ rights, projects }: Caller): readonly Right[] {
  if (projects === "all") return rights;
  const all = new Set([...rights, ...projects.flatMap((project) => project.rights)]);
  return RIGHTS.filter((right) => all.has(right));
}
