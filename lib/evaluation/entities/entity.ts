/** Kinds of facts that a conversation may need later, recognised by form, without a model. */
export type EntityKind = "path" | "error" | "url" | "command" | "symbol" | "number";

export type Entity = {
  readonly kind: EntityKind;
  /** Kind and normal form. Equal keys denote the same fact. */
  readonly key: string;
  /** As written, for display. */
  readonly text: string;
};

/**
 * How much it matters to lose an entity of each kind. The weights are Winnow's own, based on what agents look up again
 * after a compaction: paths and errors.
 */
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

/** Files and folders of every project in a language. An agent writes `package.json` without having read about it. */
const COMMON_FILES = new Set(
  (
    "package.json SKILL.md package-lock.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb turbo.json tsconfig.json README.md CLAUDE.md AGENTS.md CHANGELOG.md CONTRIBUTING.md LICENSE.md " +
    "go.mod go.sum main.go Cargo.toml Cargo.lock main.rs mod.rs lib.rs pyproject.toml requirements.txt setup.py __init__.py main.py " +
    "vite.config.ts vitest.config.ts jest.config.js next.config.js next.config.ts eslint.config.js tailwind.config.js tailwind.config.ts postcss.config.js webpack.config.js " +
    "wrangler.toml deno.json bunfig.toml manage.py conftest.py setup.cfg tox.ini pytest.ini poetry.lock uv.lock mise.toml justfile Taskfile.yml .golangci.yml .golangci.yaml " +
    ".editorconfig .nvmrc .tool-versions .dockerignore .gitattributes .gitmodules .vscode/settings.json MEMORY.md " +
    "Directory.Build.props Directory.Build.targets copilot-instructions.md test.txt file.txt foo.txt flake.nix flake.lock Makefile Dockerfile docker-compose.yml compose.yaml src lib test tests docs app scripts bin cmd pkg internal packages dist build public config examples .gitignore .env .env.example .env.local index.ts index.tsx index.js index.html main.ts"
  )
    .split(" ")
    .map((name) => `path:${name}`),
);

/** Programs and folders on every system or CI runner, and the files of every Git repository. */
const OF_SYSTEM =
  /^path:\/(?:usr\/(?:local\/)?)?s?bin\/|^path:\/(?:opt\/homebrew|home\/linuxbrew\/\.linuxbrew)(?:\/s?bin)?$|^path:\/home\/runner\/work$|^path:(?:.*\/)?\.git\/(?:HEAD|index|config|hooks(?:\/[a-z-]+)?)$/;
/** A person's settings for a shell or tool, wherever their home folder is. */
const OF_HOME =
  /^path:(?:(?:~|\/Users\/[^/]+|\/home\/[^/]+|\/root)\/)?\.(?:claude\/(?:settings\.json|CLAUDE\.md|projects\/[^/]+\/memory\/MEMORY\.md)|bashrc|bash_profile|profile|zshrc|zprofile|zshenv|gitconfig|npmrc|vimrc|inputrc|netrc|ssh\/config)$/;
/** Published Go packages, routes that a protocol defines, common addresses of a local server, and example hosts. */
const OF_OTHERS =
  /^url:(?:(?:localhost|127\.0\.0\.1):(?:3000|4173|4200|5000|5173|8000|8080|8888)|(?:[\w-]+\.)?example\.(?:com|net|org|[a-z]+\.dev))$|^path:(?:golang\.org\/x\/|gopkg\.in\/|github\.com\/(?:go-git|spf13|stretchr|charmbracelet|google|sirupsen|gorilla)\/|\/v1\/(?:traces|metrics|logs|messages|responses|models|embeddings|chat\/completions)$)/;
/** Common top-level documents of a project, and example files: `my-eval.yaml`, `/tmp/repo`. */
const OF_ANY_PROJECT =
  /^path:(?:(?:README|CHANGELOG|CONTRIBUTING|LICENSE|AGENTS|CLAUDE|GEMINI)\.(?:md|rst|txt)|(?:my|your|some)[-_][\w.-]+|\/tmp\/(?:repo|test|project|work|workspace|dir|data|out|output|file|foo)(?:\.\w+)?)$/i;

/**
 * True if later use proves a need. Using a command does not, because agents write `npm test` out of habit, and its
 * paths and names count separately. Nor does the bare name of a file or folder that every project has.
 */
export const isNeedable = ({ kind, key }: Entity): boolean =>
  kind !== "command" &&
  !COMMON_FILES.has(key) &&
  !OF_SYSTEM.test(key) &&
  !OF_HOME.test(key) &&
  !OF_ANY_PROJECT.test(key) &&
  !OF_OTHERS.test(key);

/** Members, addresses and system files: forms that nobody invents. */
const KNOWN_FORM =
  /^url:|^symbol:(?:\$|[^.:>]*(?:\.|::|->))|^path:\/(?:System|Library|lib(?:32|64)?|usr|etc|opt|bin|sbin|proc|sys|dev)\//;

/** Files that an agent creates for its own use, including in a folder whose path is a variable. */
const SCRATCH = /^path:(?:(?:\/private)?\/(?:tmp|var\/folders)\/|\$|.*\/(?:AppData\/Local\/Temp|scratchpad)\/)/;

export const isScratch = ({ key }: Entity): boolean => SCRATCH.test(key);

/**
 * True if the agent knew a name that nobody but itself has written so far: `connection.cursor`,
 * `https://httpbin.org/get`.
 */
export const isKnownAnyway = ({ key }: Entity): boolean => KNOWN_FORM.test(key);
