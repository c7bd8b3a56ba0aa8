import { expect, test } from "vitest";
import { Refusal } from "@/package/command/output";
import { upstreamOf } from "@/package/command/record/machine";
import { envValue, parseSettings } from "@/package/command/record/settings-files";

test.each([
  ["BASE=https://a.example", "https://a.example"],
  ["BASE=https://a.example # the gateway", "https://a.example"],
  ['  export BASE = "https://a.example/#x"  # the gateway', "https://a.example/#x"],
  ["BASE='https://a.example'", "https://a.example"],
  ["BASE=old\r\nOTHER_BASE=c\nBASE=new\r\n", "new"],
  ["BASE=\nOTHER=b", null],
  ["# BASE=https://a.example", null],
])("the variable BASE of %j is %j", (text, value) => {
  expect(envValue(text, "BASE")).toBe(value);
});

test("settings may have comments and trailing commas, but not inside texts", () => {
  expect(parseSettings('{ "a": "x // y", /* why */ "b": [1, 2,], // end\n}')).toEqual({ a: "x // y", b: [1, 2] });
  expect(parseSettings("[1]")).toBeNull();
  expect(parseSettings("{")).toBeNull();
});

test.each(["https://ada:secret@host:port", "ftp://ada:secret@host", "https://ada:secret@host", "ada:secret@host"])(
  "the refusal of %s does not repeat the password",
  (base) => {
    const refusal = () => upstreamOf(base);
    expect(refusal).toThrow(Refusal);
    expect(refusal).not.toThrow(/secret/);
  },
);
