/** Kinds of facts that a conversation may need again later, recognised by form, without a model. */
export type EntityKind = "path" | "error" | "url" | "command" | "symbol" | "number";

export type Entity = {
  readonly kind: EntityKind;
  /** Kind and normal form: equal keys mean the same fact. */
  readonly key: string;
  /** As it was written, for display. */
  readonly text: string;
};

/** How much losing one matters. Our own weights, after what agents look up again after a compaction: paths and errors. */
export const KIND_WEIGHTS: Readonly<Record<EntityKind, number>> = {
  path: 3,
  error: 3,
  url: 2,
  command: 2,
  symbol: 1.5,
  number: 1,
};

export const ENTITY_KINDS = Object.keys(KIND_WEIGHTS) as readonly EntityKind[];

export const entityOf = (kind: EntityKind, normal: string, text = normal): Entity => ({
  kind,
  key: `${kind}:${normal}`,
  text,
});

/** Files and folders that every project of a language has: whoever writes `package.json` need not have been told of it. */
const COMMON_FILES = new Set(
  (
    "package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb turbo.json tsconfig.json README.md CLAUDE.md AGENTS.md CHANGELOG.md CONTRIBUTING.md LICENSE.md " +
    "go.mod go.sum main.go Cargo.toml Cargo.lock main.rs mod.rs lib.rs pyproject.toml requirements.txt setup.py __init__.py main.py " +
    "Directory.Build.props Directory.Build.targets test.txt file.txt foo.txt flake.nix flake.lock Makefile Dockerfile docker-compose.yml compose.yaml src lib test tests docs app scripts bin cmd pkg internal packages dist build public config examples .gitignore .env .env.example .env.local index.ts index.tsx index.js index.html main.ts"
  )
    .split(" ")
    .map((name) => `path:${name}`),
);

/** Programs and folders that every system, or every runner of a service, has. */
const OF_SYSTEM = /^path:\/(?:usr\/(?:local\/)?)?s?bin\/|^path:\/home\/runner\/work$/;

/**
 * Whether a later use of it shows a need. A command does not: agents write `npm test` from habit, and what they write of it
 * is made of paths and names, which count themselves. Nor does the bare name of a file or folder that every project has.
 */
export const isNeedable = ({ kind, key }: Entity): boolean =>
  kind !== "command" && !COMMON_FILES.has(key) && !OF_SYSTEM.test(key);
