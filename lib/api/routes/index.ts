import { ACCESS } from "./access";
import { COMPRESS } from "./compress";
import { FACTS } from "./facts";
import { IMPORTS } from "./imports";
import { JOBS } from "./jobs";
import { LIBRARY } from "./library";
import { MEASURE } from "./measure";
import type { RouteTable } from "./route";
import { RUNS } from "./runs";
import { SERVER } from "./server";
import { SESSIONS } from "./sessions";
import { SETTINGS } from "./settings";

export type { FileAnswer, Route } from "./route";

/**
 * A subject's routes and the title of its group in the documentation. For each subject, lib/server/routes has a file of
 * handlers.
 */
const SUBJECTS = {
  compress: { group: "compress", routes: COMPRESS },
  measure: { group: "measure", routes: MEASURE },
  runs: { group: "measure", routes: RUNS },
  library: { group: "sessions", routes: LIBRARY },
  sessions: { group: "sessions", routes: SESSIONS },
  imports: { group: "import", routes: IMPORTS },
  jobs: { group: "work", routes: JOBS },
  facts: { group: "facts", routes: FACTS },
  server: { group: "server", routes: SERVER },
  settings: { group: "server", routes: SETTINGS },
  access: { group: "server", routes: ACCESS },
} as const satisfies Readonly<Record<string, { readonly group: string; readonly routes: RouteTable }>>;

/**
 * Every route of the API with its input and output. Requests, answers, documentation, the OpenAPI document and the
 * browser's typed calls are all derived from this table. A test calls every route.
 */
export const ROUTES = {
  ...COMPRESS,
  ...MEASURE,
  ...RUNS,
  ...LIBRARY,
  ...SESSIONS,
  ...IMPORTS,
  ...JOBS,
  ...FACTS,
  ...SERVER,
  ...SETTINGS,
  ...ACCESS,
} as const;

export type RouteKey = keyof typeof ROUTES;
export type Subject = keyof typeof SUBJECTS;
export type RouteKeyOf<S extends Subject> = Extract<keyof (typeof SUBJECTS)[S]["routes"], RouteKey>;
export type RouteGroup = (typeof SUBJECTS)[Subject]["group"];

const SUBJECT_OF = new Map(
  (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) =>
    Object.keys(SUBJECTS[subject].routes).map((key) => [key, subject] as const),
  ),
);

export function subjectOf(key: RouteKey): Subject {
  const subject = SUBJECT_OF.get(key);
  if (subject === undefined) throw new Error(`no subject has ${key}`);
  return subject;
}

export const groupOf = (key: RouteKey): RouteGroup => SUBJECTS[subjectOf(key)].group;
