import { CLIENT_TOOLS } from "./find-tool";
import { plainName } from "./input-places";
import { changesFiles } from "./operations";

/** True for fields that hold what a tool writes into a file, or what stood there before. */
export const isContentField = (name: string): boolean => CONTENT.has(plainName(name));

/** True for fields that hold what stood in a file before. */
export const isBeforeField = (name: string): boolean => BEFORE.has(plainName(name));

const stepsOf = (place: string): string[] => place.split(".").map((step) => plainName(step.replace("[]", "")));

/** Places in the inputs of all tools that change files, as the names of the fields on the way. */
const waysTo = (key: "content" | "before"): string[][] =>
  CLIENT_TOOLS.flatMap(({ tools }) => Object.values(tools))
    .filter(({ operation }) => changesFiles(operation))
    .flatMap((row) => [row[key] ?? []].flat().map((place) => stepsOf(place)));

const BEFORE: ReadonlySet<string> = new Set(waysTo("before").map((steps) => steps.at(-1) as string));
/** The list's own name as well, for what stands in its items. */
const CONTENT: ReadonlySet<string> = new Set([...waysTo("content"), ...waysTo("before")].flat());
