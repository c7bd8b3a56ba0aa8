/** The scopes of a key. */
export const SCOPES = ["read", "import", "compress", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Rights. Within a project, `annotate` allows titles, tags and comments, and `manage` allows deletion and setting the
 * retention period. On the server itself, `watch` shows its state and `admin` allows everything.
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

/** The project of callers that specify none, and of libraries from before projects existed. It always exists. */
export const DEFAULT_PROJECT = "default";

/** The project of a job or run that spans several projects. Only callers who see all projects see it. */
export const ACROSS_PROJECTS = "";

/**
 * The caller's identity. `local`: no authentication. `own`: the command line, working directly on the server's data
 * folder.
 */
export type Who =
  | { readonly kind: "local" | "own" }
  | { readonly kind: "key"; readonly id: string }
  | { readonly kind: "person"; readonly id: string };

/** The caller, with rights by project. */
export type Caller = {
  readonly who: Who;
  /** Rights on the server itself and, if `projects` is `all`, in every project. */
  readonly rights: readonly Right[];
  /** The projects that this caller can see, with the caller's rights in each. */
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

/** The rights that the caller has in at least one project; pages offer only what these allow. */
export function rightsSomewhere({ rights, projects }: Caller): readonly Right[] {
  if (projects === "all") return rights;
  const all = new Set([...rights, ...projects.flatMap((project) => project.rights)]);
  return RIGHTS.filter((right) => all.has(right));
}
