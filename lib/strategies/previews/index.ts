import { clip } from "./clip";
import { containerInspect, containerList } from "./container-previews";
import { jsonFields, logTail, textHead } from "./general-previews";
import { type Preview, type PreviewLimits, type PreviewRule, readToolOutput } from "./preview";

/**
 * The first rule that recognises the output writes its preview; the last accepts all. To add a kind, write a rule and
 * list it here.
 */
const PREVIEW_RULES: readonly PreviewRule[] = [containerList, containerInspect, logTail, jsonFields, textHead];

export function previewOutput(toolName: string, text: string, limits: PreviewLimits): Preview {
  const output = readToolOutput(toolName, text);
  for (const rule of PREVIEW_RULES) {
    const preview = rule(output, limits);
    if (preview) return fit(preview, rule === logTail, limits);
  }
  throw new Error("the last preview rule knows every output");
}

/** Cuts long lines, then whole lines from the far end (the old end of a log) until everything fits. */
function fit(preview: Preview, isTail: boolean, limits: PreviewLimits): Preview {
  const clipped = preview.lines.map((line) => clip(line, limits.lineCharacters));
  const ordered = isTail ? clipped.toReversed() : clipped;
  const kept: string[] = [];
  let room = limits.characters;
  for (const line of ordered) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const isCut = kept.length < clipped.length || clipped.some((line, index) => line !== preview.lines[index]);
  return { ...preview, lines: isTail ? kept.reverse() : kept, isTruncated: preview.isTruncated || isCut };
}
