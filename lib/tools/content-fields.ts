import { CLIENT_TOOLS } from "./find-tool";
import { plainName } from "./input-places";
import { changesFiles } from "./operations";

/** True for fields with the text that a tool writes into a file, or the text it replaces. */
export const isContentField = (name: string): boolean => CONTENT.has(plainName(name));

/** True for fields with the text that a tool replaces. */
export const isBeforeField = (name: string): boolean => BEFORE.has(plainName(name));

const stepsOf = (place: string): string[] => place.split(".").map((step) => plainName(step.replace("[]", "")));

/** The paths to the texts of this kind in the inputs of all file-changing tools, each as a list of field names. */
const waysTo = (key: "content" | "before"): string[][] =>
  CLIENT_TOOLS.flatMap(({ tools }) => Object.values(tools))
    .filter(({ operation }) => changesFiles(operation))
    .flatMap((row) => [row[key] ?? []].flat().map((place) => stepsOf(place)));

const BEFORE: ReadonlySet<string> = new Set(waysTo("before").map((steps) => steps.at(-1) as string));
const CONTENT: ReadonlySet<string> = new Set([...waysTo("content"), ...waysTo("before")].flat());
