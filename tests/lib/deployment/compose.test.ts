import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import * as z from "zod";
import { knownSettings } from "./known-settings";

/** The part of the Compose specification that is used here, so that misspelled keys are found. */
const condition = z.enum(["service_started", "service_healthy", "service_completed_successfully"]);
const dependsOn = z.union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition }))]);
const duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.array(z.string()).refine(([kind]) => kind === "CMD" || kind === "CMD-SHELL"),
    interval: duration,
    timeout: duration,
    retries: z.int().positive(),
  }),
]);
const service = z
  .strictObject({
    build: z.string().optional(),
    image: z.string().optional(),
    command: z.array(z.string()).optional(),
    entrypoint: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).optional(),
    expose: z.array(z.string()).optional(),
    ports: z.array(z.string().regex(/^(?:[\d.]+:)?\d+:\d+$/)).optional(),
    volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)).optional(),
    depends_on: dependsOn.optional(),
    healthcheck: healthcheck.optional(),
    deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
    restart: z.enum(["no", "always", "on-failure", "unless-stopped"]).optional(),
    network_mode: z.enum(["host", "none"]).optional(),
    networks: z.array(z.string()).optional(),
    user: z.string().optional(),
    read_only: z.boolean().optional(),
    tmpfs: z.array(z.string().startsWith("/")).optional(),
    mem_limit: z
      .string()
      .regex(/^\d+[mg]$/)
      .optional(),
    cap_add: z.array(z.string()).optional(),
    init: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
    security_opt: z.array(z.string()).optional(),
    shm_size: z.string().optional(),
    stop_grace_period: duration.optional(),
  })
  .refine(({ build, image }) => build !== undefined || image !== undefined, { error: "neither image nor build" });
const file = z.looseObject({
  name: z.string().optional(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.strictObject({})).default({}),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })).default({}),
});

function read(name: string) {
  const text = fs.readFileSync(name, "utf8");
  const document = parseDocument(text, { merge: true });
  expect(document.errors).toEqual([]);
  const { services, volumes, networks, ...rest } = file.parse(document.toJS());
  for (const key of Object.keys(rest)) expect(key).toMatch(/^(name|x-.+)$/);
  return { text, services, volumes, networks };
}

const PINNED = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

test("the image's base is pinned by digest", () => {
  const bases = [...fs.readFileSync("Dockerfile", "utf8").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(bases).toHaveLength(2);
  for (const image of bases) expect(image).toMatch(PINNED);
});

test("the image installs the dependencies from the lock, and the tested S3 SDK", () => {
  const text = fs.readFileSync("Dockerfile", "utf8");
  const [, , run = ""] = text.split(/^FROM /m);
  expect(run.indexOf("package-lock.json ./")).toBeGreaterThan(0);
  expect(run.indexOf("package-lock.json ./")).toBeLessThan(run.indexOf("npm install"));
  expect(fs.readFileSync(".dockerignore", "utf8")).not.toMatch(/package-lock/);
  const { devDependencies } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  for (const [, name = "", version] of run.matchAll(/(@aws-sdk\/[\w-]+)@([\d.]+)/g))
    expect(version, name).toBe(devDependencies[name]);
});

test("workflows pin third-party actions to commits", () => {
  for (const file of [".github/workflows/ci.yml", "examples/github-action/winnow-check.yml"]) {
    const used = [...fs.readFileSync(file, "utf8").matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action);
    const foreign = used.filter((action) => !action.startsWith("OWNER/"));
    expect(foreign.length).toBeGreaterThan(0);
    for (const action of foreign) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  }
});

describe.each(["compose.yaml", "examples/compose/small.yaml"])("%s", (name) => {
  const { services, volumes, networks } = read(name);

  test("depends on existing services, in a state that they can reach", () => {
    for (const { depends_on = {} } of Object.values(services)) {
      const wanted = Array.isArray(depends_on)
        ? depends_on.map((other) => [other, "service_started"] as const)
        : Object.entries(depends_on).map(([other, { condition }]) => [other, condition] as const);
      for (const [other, condition] of wanted) {
        expect(Object.keys(services)).toContain(other);
        if (condition === "service_healthy") expect(services[other]?.healthcheck).toHaveProperty("test");
        if (condition === "service_completed_successfully") expect(services[other]?.restart).toBeUndefined();
      }
    }
  });

  test("gives no service root rights, a writable file system, or unlimited memory", () => {
    for (const [service, one] of Object.entries(services)) {
      expect(one, service).toMatchObject({
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        read_only: true,
        mem_limit: expect.any(String),
      });
      expect(one.cap_add ?? [], service).toEqual(service === "proxy" ? ["NET_BIND_SERVICE"] : []);
    }
  });

  test("names declared networks, and pins third-party images by digest", () => {
    const used = Object.values(services).flatMap((one) => one.networks ?? []);
    expect(new Set(used)).toEqual(new Set(Object.keys(networks)));
    const foreign = Object.values(services).flatMap(({ image, build }) => (image && !build ? [image] : []));
    for (const image of foreign) expect(image).toMatch(PINNED);
  });

  test("mounts declared volumes and existing files", () => {
    const used = Object.values(services).flatMap((one) => one.volumes ?? []);
    const sources = used.map((volume) => volume.split(":")[0] ?? "");
    for (const source of sources)
      if (source.startsWith(".")) expect(fs.existsSync(source)).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    for (const declared of Object.keys(volumes)) expect(sources).toContain(declared);
  });
});

describe("compose.yaml", () => {
  const { text, services, networks } = read("compose.yaml");
  const ours = Object.entries(services).filter(([, { image }]) => image === "winnow-inspector:local");

  test("starts two servers and three workers, a database, an object store and a proxy", () => {
    const count = (command: string) =>
      ours
        .filter(([, one]) => one.command?.[1] === command)
        .reduce((sum, [, one]) => sum + (one.deploy?.replicas ?? 1), 0);
    expect([count("open"), count("worker")]).toEqual([2, 3]);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(["database", "objects", "proxy"]));
  });

  test("every setting of Winnow is known, and only the proxy is published", () => {
    const known = knownSettings();
    for (const [, { environment = {} }] of ours)
      for (const name of Object.keys(environment)) expect(known).toContain(name);
    const published = Object.entries(services).filter(([, one]) => one.ports || one.network_mode === "host");
    expect(published.map(([name]) => name)).toEqual(["proxy"]);
  });

  test("servers take a caller's address from the one proxy in front of them", () => {
    for (const name of ["web-1", "web-2"]) expect(services[name]?.environment?.WINNOW_PROXIES).toBe("1");
  });

  test("the proxy reaches only servers, and the database and the objects reach nothing outside", () => {
    const inside = (network: string) =>
      Object.entries(services).flatMap(([name, one]) => (one.networks?.includes(network) ? [name] : []));
    expect(inside("front").sort()).toEqual(["proxy", "web-1", "web-2"]);
    expect(networks.data).toEqual({ internal: true });
    for (const name of ["database", "objects"]) expect(services[name]?.networks).toEqual(["data"]);
    expect(inside("data")).not.toContain("proxy");
  });

  test("the proxy calls servers on the port they listen on", () => {
    const servers = services.proxy?.environment?.WINNOW_SERVERS?.split(" ") ?? [];
    expect(servers).toHaveLength(2);
    for (const server of servers) {
      const [name = "", port = ""] = server.split(":");
      const command = services[name]?.command ?? [];
      expect(command[command.indexOf("--port") + 1]).toBe(port);
      expect(services[name]?.expose).toContain(port);
    }
    const caddy = fs.readFileSync("examples/compose/Caddyfile", "utf8");
    expect(caddy).toContain("/api/health");
    for (const [, variable] of caddy.matchAll(/\{\$(\w+)/g))
      expect(services.proxy?.environment).toHaveProperty(variable ?? "");
  });

  test("everything to fill in is in env.example, and no secret is in the file", () => {
    const example = fs.readFileSync("examples/compose/env.example", "utf8");
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);
    for (const name of variables) expect(example).toMatch(new RegExp(`^${name}=`, "m"));
    for (const required of ["DATABASE_PASSWORD", "OBJECTS_SECRET"])
      expect(text).not.toMatch(new RegExp(`\\$\\{${required}[}:]-`));
  });
});
