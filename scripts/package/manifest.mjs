// The published package.json. The one of the sources stays private, with everything needed to build and test.
import fs from "node:fs";
import path from "node:path";
import { NOTICES } from "./notices.mjs";

/** The name `winnow` is taken on npm, so the package has another name; the command is still `winnow`. */
export const PACKAGE_NAME = "winnow-inspector";

/** Packages not bundled: `libsql` is native, and users of the library have their own zod. */
const FROM_NPM = ["libsql", "zod"];

/** 23 MB, installed only by those who keep files in a bucket: docs/objects.md. */
const SDK_OF_S3 = ["@aws-sdk/client-s3", "@aws-sdk/lib-storage"];
const sdkOfS3 = (tested) => Object.fromEntries(SDK_OF_S3.map((name) => [name, `^${tested[name]}`]));

export function manifest(root) {
  const { version, description, license, dependencies, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8"),
  );
  return {
    name: PACKAGE_NAME,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=20.19" },
    sideEffects: false,
    bin: { winnow: "bin/winnow.mjs" },
    exports: {
      ".": { types: "./dist/index.d.ts", browser: "./dist/browser.js", default: "./dist/index.js" },
      "./small": { types: "./dist/small.d.ts", browser: "./dist/small-browser.js", default: "./dist/small.js" },
      "./ai-sdk": { types: "./dist/ai-sdk.d.ts", default: "./dist/ai-sdk.js" },
      "./langchain": { types: "./dist/langchain.d.ts", default: "./dist/langchain.js" },
      "./opencode": { types: "./dist/opencode.d.ts", default: "./dist/opencode.js" },
      "./package.json": "./package.json",
    },
    files: ["bin", "dist", "server", "plugins", ".claude-plugin", NOTICES],
    peerDependencies: { ai: "^7.0.0", langchain: "^1.5.0", "@langchain/core": "^1.2.13", ...sdkOfS3(devDependencies) },
    peerDependenciesMeta: {
      ai: { optional: true },
      langchain: { optional: true },
      "@langchain/core": { optional: true },
      ...Object.fromEntries(SDK_OF_S3.map((name) => [name, { optional: true }])),
    },
    dependencies: Object.fromEntries(FROM_NPM.map((name) => [name, dependencies[name]])),
  };
}
