import fs from "node:fs";

/** Names of settings that .env.example explains, set or commented out. */
export const knownSettings = (): ReadonlySet<string> =>
  new Set(
    [...fs.readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name),
  );
