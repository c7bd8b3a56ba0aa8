import fs from "node:fs";
import path from "node:path";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { Secret } from "kubernetes-models/v1/Secret";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod";
import { ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { knownSettings } from "./known-settings";

const FOLDER = "examples/kubernetes";
const FILES = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));

/** What the checks below read. Kubernetes' own schemas check the rest. */
const labels = z.record(z.string(), z.string());
const probe = z.object({
  httpGet: z
    .object({
      path: z.string(),
      port: z.string(),
      httpHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
    })
    .optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
});
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  env: z.array(z.object({ name: z.string() })).default([]),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
});
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
        initContainers: z.array(container),
        containers: z.array(container),
        volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
      }),
    }),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({ selector: labels, ports: z.array(z.object({ name: z.string(), targetPort: z.string() })) }),
});
const budget = z.object({ spec: z.object({ selector: z.object({ matchLabels: labels }), minAvailable: z.number() }) });
const ingress = z.object({
  spec: z.object({
    rules: z.array(
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.array(
            z.object({
              backend: z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }) }),
            }),
          ),
        }),
      }),
    ),
  }),
});
const peer = z.looseObject({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }).optional() });
const policy = z.object({
  spec: z.object({
    podSelector: z.object({
      matchLabels: labels.optional(),
      matchExpressions: z.array(z.object({ values: z.array(z.string()) })).optional(),
    }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.object({ from: z.array(peer), ports: z.array(z.object({ port: z.string() })) })).default([]),
    egress: z.array(z.object({ to: z.array(peer) })).default([]),
  }),
});
const configMap = z.object({ metadata: z.object({ name: z.string() }), data: labels });
const secret = z.object({ metadata: z.object({ name: z.string() }), stringData: labels });

type Loose = Record<string, never>;
const MODELS: Readonly<Record<string, new (data: Loose) => { validate(): void }>> = {
  "apps/v1 Deployment": Deployment,
  "networking.k8s.io/v1 Ingress": Ingress,
  "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy,
  "policy/v1 PodDisruptionBudget": PodDisruptionBudget,
  "v1 ConfigMap": ConfigMap,
  "v1 Namespace": Namespace,
  "v1 Secret": Secret,
  "v1 Service": Service,
};

const typed = z.object({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) });
const documents = FILES.flatMap((file) =>
  parseAllDocuments(fs.readFileSync(path.join(FOLDER, file), "utf8")).map((document) => {
    expect(document.errors).toEqual([]);
    const value: unknown = document.toJS();
    return { file, value, ...typed.parse(value) };
  }),
);
const all = <T>(kind: string, schema: z.ZodType<T>): T[] =>
  documents.filter((document) => document.kind === kind).map(({ value }) => schema.parse(value));

describe("the files for Kubernetes", () => {
  test.each(
    documents.map((document) => [`${document.file}: ${document.kind} ${document.metadata.name}`, document] as const),
  )("%s matches Kubernetes' schemas", (_, { apiVersion, kind, value }) => {
    const Model = MODELS[`${apiVersion} ${kind}`];
    if (!Model) throw new Error(`no schema for ${apiVersion} ${kind}`);
    expect(() => new Model(value as Loose).validate()).not.toThrow();
  });

  test("finds a document that Kubernetes would refuse", () => {
    const [{ value } = { value: null }] = documents.filter(({ kind }) => kind === "Deployment");
    const broken = { ...(value as object), spec: { replicas: "two" } };
    expect(() => new Deployment(broken as never).validate()).toThrow();
  });

  test("services, budgets and ingresses select existing pods, ports and services", () => {
    const deployments = all("Deployment", deployment);
    const podsOf = (selector: Readonly<Record<string, string>>) =>
      deployments.filter(({ spec: { template } }) =>
        Object.entries(selector).every(([name, value]) => template.metadata.labels[name] === value),
      );
    for (const { spec } of deployments) expect(podsOf(spec.selector.matchLabels)).toHaveLength(1);
    for (const { spec } of all("PodDisruptionBudget", budget))
      expect(podsOf(spec.selector.matchLabels)).toHaveLength(1);
    const services = all("Service", service);
    for (const { spec } of services) {
      const [pod] = podsOf(spec.selector);
      const ports = pod?.spec.template.spec.containers.flatMap((one) => one.ports.map(({ name }) => name));
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    for (const { spec } of all("Ingress", ingress))
      for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
        const chosen = services.find(({ metadata }) => metadata.name === backend.service.name);
        expect(chosen?.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
      }
  });

  test("network policies first deny everything, then select existing pods and ports", () => {
    const policies = all("NetworkPolicy", policy).map(({ spec }) => spec);
    const isForAll = ({ podSelector }: (typeof policies)[number]) => Object.keys(podSelector).length === 0;
    expect(policies.filter(isForAll)).toEqual([
      { podSelector: {}, policyTypes: ["Ingress", "Egress"], ingress: [], egress: [] },
    ]);
    const pods = all("Deployment", deployment).map(({ spec }) => spec.template);
    const names = pods.map(({ metadata }) => metadata.labels.app);
    for (const { podSelector, ingress, egress } of policies) {
      const chosen = [
        ...Object.values(podSelector.matchLabels ?? {}),
        ...(podSelector.matchExpressions ?? []).flatMap(({ values }) => values),
      ];
      for (const name of chosen) expect(names).toContain(name);
      const ports = pods
        .filter(({ metadata }) => chosen.includes(metadata.labels.app ?? ""))
        .flatMap(({ spec }) => spec.containers.flatMap((one) => one.ports.map(({ name }) => name)));
      for (const { port } of ingress.flatMap((rule) => rule.ports)) expect(ports).toContain(port);
      for (const { ipBlock } of egress.flatMap(({ to }) => to))
        if (ipBlock?.cidr === "0.0.0.0/0") expect(ipBlock.except).toContain("169.254.0.0/16");
    }
  });

  test("the server listens on the declared port, and probes call routes that need no key, or send one", () => {
    const containers = all("Deployment", deployment).flatMap(({ spec }) => spec.template.spec.containers);
    for (const { command, ports } of containers)
      for (const { containerPort } of ports) expect(command[command.indexOf("--port") + 1]).toBe(String(containerPort));
    const probes = containers.flatMap((one) => [one.startupProbe, one.livenessProbe, one.readinessProbe]);
    const asked = probes.flatMap((one) => one?.httpGet ?? []);
    expect(asked.length).toBeGreaterThan(0);
    const access: Readonly<Record<string, unknown>> = ROUTE_ACCESS;
    for (const { path: route, httpHeaders } of asked) {
      expect(access[`GET ${route}`]).toBe("open");
      expect(httpHeaders).toContainEqual({ name: "Host", value: "localhost" });
    }
    const [line = ""] = probes.flatMap((one) => one?.exec?.command.at(-1) ?? []);
    const [, port, route] = /http:\/\/127\.0\.0\.1:(\d+)(\/[\w/]+)/.exec(line) ?? [];
    expect([port, `GET ${route}` in access]).toEqual(["3000", true]);
    const [settings] = all("ConfigMap", configMap);
    expect(line).toContain(`${settings?.data.WINNOW_DATA_DIR}/own.key`);
  });

  test("servers take a caller's address from the Ingress controller, the one proxy in front of them", () => {
    expect(all("ConfigMap", configMap)[0]?.data.WINNOW_PROXIES).toBe("1");
  });

  test("every setting is known to Winnow, and every host is one that it answers to", () => {
    const known = knownSettings();
    const maps = all("ConfigMap", configMap);
    const secrets = all("Secret", secret);
    const deployments = all("Deployment", deployment);
    const containers = deployments.flatMap(({ spec: { template } }) => [
      ...template.spec.initContainers,
      ...template.spec.containers,
    ]);
    const names = [
      ...maps.flatMap(({ data }) => Object.keys(data)),
      ...secrets.flatMap(({ stringData }) => Object.keys(stringData)),
      ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
    ];
    for (const name of names) expect(known).toContain(name);
    const sources = new Set([...maps, ...secrets].map(({ metadata }) => metadata.name));
    for (const { name } of containers.flatMap(({ envFrom }) => envFrom.flatMap((from) => Object.values(from))))
      expect(sources).toContain(name);
    const hosts = maps[0]?.data.WINNOW_ALLOWED_HOSTS?.split(",");
    for (const { host } of all("Ingress", ingress).flatMap(({ spec }) => spec.rules)) expect(hosts).toContain(host);
  });

  test("mounts are declared, the data directory is below a mount, and all run the same image", () => {
    const deployments = all("Deployment", deployment);
    const [settings] = all("ConfigMap", configMap);
    const images = new Set<string>();
    for (const { spec } of deployments) {
      const { initContainers, containers, volumes } = spec.template.spec;
      for (const { image, volumeMounts } of [...initContainers, ...containers]) {
        images.add(image);
        expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
        const directory = settings?.data.WINNOW_DATA_DIR ?? "";
        expect(volumeMounts.some(({ mountPath }) => directory.startsWith(`${mountPath}/`))).toBe(true);
      }
    }
    expect(images.size).toBe(1);
  });
});
