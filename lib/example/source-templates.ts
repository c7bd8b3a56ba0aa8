import { type Entity, pascal } from "./domain";
import type { Random } from "./random";

/** Each template writes a source file of the fictional service that differs slightly by entity and seed. */
export const TEMPLATES = {
  schema: writeSchema,
  repository: writeRepository,
  service: writeService,
  routes: writeRoutes,
  "service.test": writeTest,
} as const;

export type TemplateName = keyof typeof TEMPLATES;

const SQL_TYPE = { string: "text", number: "integer", Date: "timestamptz", boolean: "boolean" } as const;
const ZOD_TYPE = {
  string: "z.string().min(1)",
  number: "z.number().int().nonnegative()",
  Date: "z.coerce.date()",
  boolean: "z.boolean()",
};
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function writeSchema({ name, fields }: Entity): string {
  const type = pascal(name);
  const rows = fields.map((f) => `  /** ${f.note} */\n  ${f.name}: ${ZOD_TYPE[f.type]},`).join("\n");
  return `import { z } from "zod";

/** What the API accepts for one ${name}. Unknown keys are refused: a typo in a client must not go unseen. */
export const ${name}Input = z.strictObject({
${rows}
});

export const ${name}Row = ${name}Input.extend({
  id: z.uuid(),
  version: z.number().int().positive(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

export type ${type}Input = z.infer<typeof ${name}Input>;
export type ${type} = z.infer<typeof ${name}Row>;

export const ${type.toUpperCase()}_COLUMNS = [${fields.map((f) => `"${snake(f.name)}"`).join(", ")}] as const;
`;
}

function writeRepository({ name, plural, fields }: Entity, random: Random): string {
  const type = pascal(name);
  const columns = fields.map((f) => snake(f.name));
  const first = fields[0] as Entity["fields"][number];
  return `import type { Database } from "../database/database.js";
import { NotFoundError, StaleVersionError } from "../errors.js";
import { ${name}Row, type ${type}, type ${type}Input } from "./${name}-schema.js";

const SELECT = "select id, version, created_at, updated_at, ${columns.join(", ")} from ${plural}";

/** Reads and writes ${plural}. Every write checks the version, so two writers cannot overwrite each other unseen. */
export class ${type}Repository {
  constructor(private readonly database: Database) {}

  async findById(id: string): Promise<${type}> {
    const rows = await this.database.query(\`\${SELECT} where id = $1\`, [id]);
    if (rows.length === 0) throw new NotFoundError("${name}", id);
    return ${name}Row.parse(rows[0]);
  }

  async findBy${pascal(first.name)}(value: ${first.type}): Promise<${type} | null> {
    const rows = await this.database.query(\`\${SELECT} where ${columns[0]} = $1 limit 1\`, [value]);
    return rows.length === 0 ? null : ${name}Row.parse(rows[0]);
  }

  async list(options: { limit: number; after?: string }): Promise<${type}[]> {
    const limit = Math.min(options.limit, ${random.pick([100, 200, 250, 500])});
    const rows = options.after
      ? await this.database.query(\`\${SELECT} where id > $1 order by id limit $2\`, [options.after, limit])
      : await this.database.query(\`\${SELECT} order by id limit $1\`, [limit]);
    return rows.map((row) => ${name}Row.parse(row));
  }

  async insert(input: ${type}Input): Promise<${type}> {
    const values = [${fields.map((f) => `input.${f.name}`).join(", ")}];
    const rows = await this.database.query(
      "insert into ${plural} (${columns.join(", ")}) values (${columns.map((_, i) => `$${i + 1}`).join(", ")}) returning *",
      values,
    );
    return ${name}Row.parse(rows[0]);
  }

  async update(current: ${type}, change: Partial<${type}Input>): Promise<${type}> {
    const next = { ...current, ...change };
    const rows = await this.database.query(
      "update ${plural} set ${columns.map((c, i) => `${c} = $${i + 3}`).join(", ")}, version = version + 1, updated_at = now() where id = $1 and version = $2 returning *",
      [current.id, current.version, ${fields.map((f) => `next.${f.name}`).join(", ")}],
    );
    if (rows.length === 0) throw new StaleVersionError("${name}", current.id, current.version);
    return ${name}Row.parse(rows[0]);
  }
}

// create table ${plural} (id uuid primary key, version integer not null default 1, ${fields.map((f) => `${snake(f.name)} ${SQL_TYPE[f.type]}`).join(", ")});
`;
}

function writeService({ name, plural, verbs, fields }: Entity, random: Random): string {
  const type = pascal(name);
  const methods = verbs.map((verb) => serviceMethod(name, plural, verb, fields, random)).join("\n\n");
  return `import type { EventBus } from "../events/event-bus.js";
import type { Logger } from "../log.js";
import type { CarrierClient } from "../carriers/carrier-client.js";
import type { ${type}Repository } from "./${name}-repository.js";
import type { ${type}, ${type}Input } from "./${name}-schema.js";

export type ${type}Outcome =
  | { ok: true; ${name}: ${type} }
  | { ok: false; code: "${name}-not-found" | "${name}-conflict" | "carrier-unavailable"; message: string };

/** The rules for ${plural}. No HTTP and no SQL in here. */
export class ${type}Service {
  constructor(
    private readonly ${plural}: ${type}Repository,
    private readonly carriers: CarrierClient,
    private readonly events: EventBus,
    private readonly log: Logger,
  ) {}

${methods}

  private async publish(kind: string, ${name}: ${type}): Promise<void> {
    await this.events.publish({ kind: \`${name}.\${kind}\`, id: ${name}.id, version: ${name}.version });
    this.log.info({ ${name}Id: ${name}.id, kind }, "${name} changed");
  }
}
`;
}

function serviceMethod(name: string, plural: string, verb: string, fields: Entity["fields"], random: Random): string {
  const type = pascal(name);
  const changed = random.pick(fields);
  const value = { string: `"${verb}ed"`, number: `${name}.${changed.name} + 1`, Date: "new Date()", boolean: "true" }[
    changed.type
  ];
  const swallow = random.chance(0.35);
  const lines = [
    `  /** ${pascal(verb)}s one ${name} and tells the carrier. ${changed.name} is ${changed.note}. */`,
    `  async ${verb}(id: string): Promise<${type}Outcome> {`,
    `    const ${name} = await this.${plural}.findById(id);`,
    `    try {`,
    `      const status = await this.carriers.fetchStatus(${name}.id);`,
    `      if (status.kind === "refused") return { ok: false, code: "${name}-conflict", message: status.reason };`,
    `    } catch (error) {`,
    swallow
      ? `      this.log.warn({ error }, "carrier did not answer, going on without it");`
      : `      return { ok: false, code: "carrier-unavailable", message: String(error) };`,
    `    }`,
    `    const next = await this.store(${name}, { ${changed.name}: ${value} });`,
    `    await this.publish("${verb}", next);`,
    `    return { ok: true, ${name}: next };`,
    `  }`,
  ];
  return lines.join("\n");
}

function writeRoutes({ name, plural, verbs }: Entity): string {
  const type = pascal(name);
  const actions = verbs
    .map(
      (verb) => `  app.post("/${plural}/:id/${verb}", async (request, reply) => {
    const { id } = parameters.parse(request.params);
    const outcome = await service.${verb}(id);
    if (!outcome.ok) return reply.status(STATUS[outcome.code] ?? 500).send(problem(outcome.code, outcome.message));
    return reply.send({ ${name}: outcome.${name} });
  });`,
    )
    .join("\n\n");
  return `import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { problem } from "../http/problem.js";
import { ${name}Input } from "./${name}-schema.js";
import type { ${type}Service } from "./${name}-service.js";

const parameters = z.object({ id: z.uuid() });
const STATUS: Record<string, number> = { "${name}-not-found": 404, "${name}-conflict": 409, "carrier-unavailable": 503 };

export function register${type}Routes(app: FastifyInstance, service: ${type}Service): void {
  app.post("/${plural}", async (request, reply) => {
    const input = ${name}Input.safeParse(request.body);
    if (!input.success) return reply.status(422).send(problem("invalid-${name}", input.error.message));
    return reply.status(201).send(await service.create(input.data));
  });

${actions}
}
`;
}

function writeTest({ name, plural, verbs, fields }: Entity, random: Random): string {
  const type = pascal(name);
  const cases = verbs
    .flatMap((verb) => [
      `  it("${verb}s a ${name} and publishes ${name}.${verb}", async () => {
    const { service, events, ${plural} } = await setUp();
    const stored = await ${plural}.insert(sample${type}());
    const outcome = await service.${verb}(stored.id);
    expect(outcome.ok).toBe(true);
    expect(events.published.map((event) => event.kind)).toContain("${name}.${verb}");
  });`,
      `  it("answers carrier-unavailable when the carrier times out during ${verb}", async () => {
    const { service, carrier, ${plural} } = await setUp();
    carrier.failNext(${random.int(1, 4)}, new Error("ETIMEDOUT 203.0.113.${random.int(2, 250)}:443"));
    const stored = await ${plural}.insert(sample${type}());
    const outcome = await service.${verb}(stored.id);
    expect(outcome).toMatchObject({ ok: false, code: "carrier-unavailable" });
  });`,
    ])
    .join("\n\n");
  const sample = {
    string: `"${random.text("ABCDEFGHJKLMNPQRSTUVWXYZ", 4)}${random.int(1000, 9999)}"`,
    number: String(random.int(1, 900)),
    Date: `new Date("2026-03-0${random.int(1, 9)}T08:00:00Z")`,
    boolean: "false",
  };
  return `import { describe, expect, it } from "vitest";
import { FakeCarrier } from "../../test/fake-carrier.js";
import { RecordingBus } from "../../test/recording-bus.js";
import { testDatabase } from "../../test/test-database.js";
import { ${type}Repository } from "./${name}-repository.js";
import { ${type}Service } from "./${name}-service.js";

const sample${type} = () => ({ ${fields.map((f) => `${f.name}: ${sample[f.type]}`).join(", ")} });

async function setUp() {
  const database = await testDatabase();
  const carrier = new FakeCarrier();
  const events = new RecordingBus();
  const ${plural} = new ${type}Repository(database);
  const service = new ${type}Service(${plural}, carrier, events, silentLog);
  return { service, carrier, events, ${plural} };
}

describe("${type}Service", () => {
${cases}
});
`;
}
