import type { PrismaClient } from "@/prisma/clients/embedded.mjs";
import { currentProject, isVisible, visibleProjects } from "../process/caller-context";

/**
 * The one place that separates projects: every query of a model below sees only rows of the caller's projects, and
 * every new row goes into the current project. Hand-written SQL is not covered. It exists in library/ (marked with
 * `ownRows`), in search/ and job-queue/parts.ts (their ids come from rows queried here), and in store/stored-outputs.ts
 * (which names its one project).
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

/** Models whose rows have a project column. */
const OWNERS = new Set(["ImportedFile", "Session", "SessionAlias", "StoredOutput", "Job", "Run", "RefusedFile"]);
const CREATES = new Set(["create", "createMany", "createManyAndReturn", "upsert"]);

function own(projects: readonly string[]): object {
  return { projectId: { in: projects } };
}

type Args = { readonly where?: object; readonly data?: object | readonly object[]; readonly create?: object };

/** A client that sees only rows visible to the running work. */
export function withProjects(client: PrismaClient): PrismaClient {
  const scoped = client.$extends({
    query: {
      $allModels: {
        // The model is known only at run time, so its arguments cannot be typed more exactly.
        $allOperations: ({ model, operation, args, query }) =>
          query(scopedArgs(model, operation, args as Args) as typeof args),
      },
    },
  });
  return scoped as unknown as PrismaClient; // the extension adds queries only, so no method changes
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

/** The new rows with their project set. */
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
