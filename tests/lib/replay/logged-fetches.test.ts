import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loggedFetches } from "@/lib/replay/logged-fetches";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { sketchSession } from "../../support/sketch-session";
import { testEnvironment } from "../../support/strategy-environment";

const MODEL = "model=claude-sonnet-4-5";

function fetchesOf(drawing: string) {
  const analysis = analyzeSession(sketchSession(drawing), loadVocabulary);
  const environment = testEnvironment({ tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens });
  return loggedFetches(prepareReplay(analysis, { environmentOf: () => environment }));
}

const before = (paths: readonly string[]) =>
  paths
    .map(
      (path, index) => `
    user   look at it
    call   a${index} Read {"file_path":"${path}"}
    usage  read=0 write=2000 in=0 out=20 ${MODEL}
    result a${index} the text of the file is here ${index}`,
    )
    .join("");

const COMPACTED = `
    say    I have read it
    usage  read=2000 write=100 in=0 out=20 ${MODEL}
    compact auto 2100
    summary we read a file
    user   go on`;

const again = (id: string, path: string) => `
    call   ${id} Read {"file_path":"${path}"}
    usage  read=10000 write=500 in=0 out=100 ${MODEL}
    result ${id} the text of the file is here again`;

test("a file that is read again after the compaction costs what its call read and wrote, and its result", () => {
  const fetches = fetchesOf(`${before(["src/one.ts"])}${COMPACTED}${again("b", "src/one.ts")}
    say    done
    usage  read=10500 write=20 in=0 out=20 ${MODEL}`);
  const call = (10_000 * 0.3 + 100 * 15) / 1e6;
  expect(fetches?.count).toBe(1);
  expect(fetches?.price).toBeGreaterThan(call);
  expect(fetches?.price).toBeLessThan(call + (50 * 3.75) / 1e6);
});

test("only the first read after it counts, not a file that was never read before, and nothing without a compaction", () => {
  const more = `${again("b", "src/one.ts")}${again("c", "src/one.ts")}${again("d", "src/other.ts")}
    say    done
    usage  read=10500 write=20 in=0 out=20 ${MODEL}`;
  expect(fetchesOf(`${before(["src/one.ts"])}${COMPACTED}${more}`)?.count).toBe(1);
  const never = COMPACTED.replace(/compact.*\n.*summary.*\n/, "");
  expect(fetchesOf(`${before(["src/one.ts"])}${never}${more}`)).toBeNull();
});

test("calls of one request share its prompt and its output", () => {
  const paths = ["src/one.ts", "src/two.ts"];
  const fetches = fetchesOf(`${before(paths)}${COMPACTED}
    call   b Read {"file_path":"src/one.ts"}
    call   c Read {"file_path":"src/two.ts"}
    usage  read=10000 write=500 in=0 out=100 ${MODEL}
    result b the text
    result c the text
    say    done
    usage  read=10500 write=20 in=0 out=20 ${MODEL}`);
  expect(fetches?.count).toBe(2);
  expect(fetches?.price).toBeLessThan((10_000 * 0.3 + 100 * 15) / 1e6);
});
