import { FunctionExpressionType, JSONPathEnvironment, type JSONValue } from "json-p3";
import { RE2JS } from "re2js";

const environment = new JSONPathEnvironment();
// The library's own match() and search() use RegExp, which may never finish on a pattern such as (a+)+$.
environment.functionRegister.set(
  "match",
  onPattern((pattern, text) => pattern.matches(text)),
);
environment.functionRegister.set(
  "search",
  onPattern((pattern, text) => pattern.matcher(text).find()),
);

/**
 * The values selected by an RFC 9535 path, in document order. Its patterns use RE2 in linear time. Throws for an
 * invalid path.
 */
export const selectByJsonPath = (path: string, value: JSONValue): JSONValue[] =>
  environment.query(path, value).values() as JSONValue[];

/** As the RFC requires, an invalid pattern or a value that is not text does not match. */
function onPattern(test: (pattern: RE2JS, text: string) => boolean) {
  const compiled = new Map<unknown, RE2JS | null>();
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, source: unknown): boolean => {
      if (typeof text !== "string" || typeof source !== "string") return false;
      const known = compiled.get(source);
      const pattern = known === undefined ? compileOrNull(source) : known;
      if (compiled.size < 100) compiled.set(source, pattern); // a pattern may be a value of the document
      return pattern !== null && test(pattern, text);
    },
  };
}

function compileOrNull(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source);
  } catch {
    return null;
  }
}
