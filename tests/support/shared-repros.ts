import { readFileSync } from "node:fs";
import { describeShared } from "./shared";

/** Tests with a request body that once revealed a fault. */
export function describeRepro(name: string, tests: (body: Record<string, unknown>) => void) {
  describeShared(`repros/${name}`, (place) => tests(JSON.parse(readFileSync(place, "utf8"))));
}
