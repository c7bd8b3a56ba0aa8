import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll } from "vitest";

export const BUCKET = "winnow";

export type ObjectServer = {
  /** For `AWS_ENDPOINT_URL_S3`. */
  readonly url: () => string;
  /** The folder with the bucket's objects as files. */
  readonly folder: () => string;
  readonly stop: () => Promise<void>;
  /** Restarts a stopped server: serves the same objects at the same address again. */
  readonly start: () => Promise<void>;
};

/** The keys that the server accepts, as the standard variables. */
export const awsVariables = (url: string) => ({
  AWS_ENDPOINT_URL_S3: url,
  AWS_ACCESS_KEY_ID: "S3RVER",
  AWS_SECRET_ACCESS_KEY: "S3RVER",
  AWS_REGION: "us-east-1",
});

/** An S3 server in this process, for the tests of one file, with one empty bucket. Sets the AWS variables. */
export function startObjectServer(): ObjectServer {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-s3-"));
  let server = serve(directory, 0);
  let url = "";
  let isUp = false;
  const stop = async () => {
    if (isUp) await server.close();
    isUp = false;
  };
  const start = async () => {
    server = serve(directory, Number(new URL(url).port));
    await server.run();
    isUp = true;
  };
  const before = { ...process.env };
  beforeAll(async () => {
    const { address, port } = await server.run();
    isUp = true;
    url = `http://${address}:${port}`;
    Object.assign(process.env, awsVariables(url));
  });
  afterAll(async () => {
    await stop();
    fs.rmSync(directory, { recursive: true, force: true });
    for (const name of Object.keys(awsVariables(""))) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  return { url: () => url, folder: () => path.join(directory, BUCKET), stop, start };
}

const serve = (directory: string, port: number) =>
  new S3rver({
    address: "127.0.0.1",
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });

/** Hashes of the bucket's objects, read from the server's files instead of through the store. */
export const hashesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .flatMap((name) => /([0-9a-f]{64})\._S3rver_object$/.exec(name)?.[1] ?? [])
    .sort();
