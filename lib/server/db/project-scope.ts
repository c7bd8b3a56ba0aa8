import type { PrismaClient } from "@/prisma/generated/client";
import { currentProject, isVisible, visibleProjects } from "../process/caller-context";

/**
 * The one place where projects are kept apart: every query of a model below is asked only for rows of the projects that exist
 * for the running work, and every new row goes into the project that it writes into. SQL written by hand is not reached;
 * it stands in library/, which says so by `ownRows`, in search/ and job-queue/parts.ts, whose ids come from rows that were
 * asked for here or are looked for among them, and in store/stored-outputs.ts, which names the one project that it writes into.
 */
const BELONGS: Readonly<Record<string, (projects: readonly string[]) => object>> = {
  Project: (projects) => ({ id: { in: projects } }),
  ImportedFile: own,
  Companion: (projects) => ({ file: own(projects) }),
  ReportedSession: (projects) => ({ file: own(projects) }),
  Session: own,
  SessionAlias: own,
  StoredOutput: own,
  Job: own,
  JobPart: (projects) => ({ job: own(projects) }),
  Run: own,
  RefusedFile: own,
  LibraryItem: own,
  LibraryValue: (projects) => ({ item: own(projects) }),
  LibraryCount: own,
  LibraryDay: own,
};

/** Models whose rows say their project themselves. */
const OWNERS = new Set(["ImportedFile", "Session", "SessionAlias", "StoredOutput", "Job", "Run", "RefusedFile"]);
const CREATES = new Set(["create", "createMany", "createManyAndReturn", "upsert"]);

function own(projects: readonly string[]): object {
  return { projectId: { in: projects } };
}

type Args = { readonly where?: object; readonly data?: object | readonly object[]; readonly create?: object };

/** A client that knows only what exists for the running work. */
export function withProjects(client: PrismaClient): PrismaClient {
  const scoped = client.$extends({
    query: {
      $allModels: {
        // Which model it is is known only while it runs, so its arguments have no more exact type than this.
        $allOperations: ({ model, operation, args, query }) =>
          query(scopedArgs(model, operation, args as Args) as typeof args),
      },
    },
  });
  return scoped as unknown as PrismaClient; // an extension of queries alone changes no method
}

function scopedArgs(model: string, operation: string, args: Args = {}): Args {
  const placed = OWNERS.has(model) && CREATES.has(operation) ? placedArgs(args) : args;
  const projects = visibleProjects();
  const condition = projects === "all" ? undefined : BELONGS[model]?.(projects);
  if (!condition || operation.startsWith("create")) return placed;
  const { where } = placed;
  const others = where && "AND" in where ? [where.AND].flat() : [];
  return { ...placed, where: { ...where, AND: [...others, condition] } };
}

/** The new rows with the project that they go into. */
function placedArgs({ data, create, ...rest }: Args): Args {
  return {
    ...rest,
    ...(data !== undefined && { data: Array.isArray(data) ? data.map(placed) : placed(data) }),
    ...(create && { create: placed(create) }),
  };
}

function placed(row: object): object {
  if (!("projectId" in row)) return { ...row, projectId: currentProject() };
  if (typeof row.projectId === "string" && isVisible(row.projectId)) return row;
  throw new Error("a row for a project that does not exist for this work");
}
