import fs from "node:fs";

/** The version of the package that this command is in. */
export const VERSION: string = JSON.parse(
  fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;
