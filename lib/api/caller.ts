import type { Scope } from "./schemas/keys";

/**
 * Rights. Within a project, `annotate` is to title, tag and comment, `manage` to delete and to set the retention
 * period. `watch` and `admin` concern the server itself: to see its state, and everything.
 */
export const RIGHTS = ["read", "import", "compress", "annotate", "manage", "watch", "admin"] as const;
export type Right = (typeof RIGHTS)[number];

/** The roles of a person in a project. */
export const ROLES = ["reader", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];

const READER = ["read"] as const;
const MEMBER = [...READER, "import", "compress", "annotate"] as const;
const MANAGER = [...MEMBER, "manage"] as const;
const BY_ROLE: Readonly<Record<Role, readonly Right[]>> = { reader: READER, member: MEMBER, admin: MANAGER };

/** A role's rights in its project. */
export const rightsOfRole = (role: Role): readonly Right[] => BY_ROLE[role];

/** The project of libraries older than projects, and of callers that name none. It always exists. */
export const DEFAULT_PROJECT = "default";

/** The project of a job or run over several projects: only callers who see all projects see it. */
export const ACROSS_PROJECTS = "";

/** The caller's identity. `local`: no authentication. `own`: the command on the server's own data folder. */
export type Who =
  | { readonly kind: "local" | "own" }
  | { readonly kind: "key"; readonly id: string }
  | { readonly kind: "person"; readonly id: string };

/** The caller, with rights by project. */
export type Caller = {
  readonly who: Who;
  /** Rights on the server itself; and in every project, if `projects` is `all`. */
  readonly rights: readonly Right[];
  /** The projects that exist for this caller, each with the caller's rights there. */
  readonly projects: "all" | readonly { readonly id: string; readonly rights: readonly Right[] }[];
};

export const LOCAL_CALLER: Caller = { who: { kind: "local" }, rights: RIGHTS, projects: "all" };

/** The rights of a key's scopes, for all projects or for one. */
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

/** The caller's rights in any project, so that pages offer nothing more. */
export function rightsSomewhere({ rights, projects }: Caller): readonly Right[] {
  if (projects === "all") return rights;
  const all = new Set([...rights, ...projects.flatMap((project) => project.rights)]);
  return RIGHTS.filter((right) => all.has(right));
}
