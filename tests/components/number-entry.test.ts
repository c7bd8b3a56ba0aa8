import { expect, test } from "vitest";
import { afterSave, UNTOUCHED, valueToSave } from "@/components/settings/number-entry";

const typed = (text: string) => ({ text, isUnreadable: false });

test("a typed number is saved, and an emptied field as null", () => {
  expect(valueToSave(typed("7"), null)).toBe(7);
  expect(valueToSave(typed(" "), null)).toBeNull();
  expect(valueToSave(UNTOUCHED, null)).toBeUndefined();
});

test("text that is not a number is not saved as an emptied field", () => {
  expect(valueToSave({ text: "", isUnreadable: true }, null)).toBeUndefined();
});

test("Enter and then blur save once", () => {
  expect(valueToSave(typed("7"), "7")).toBeUndefined();
  expect(valueToSave(typed("78"), "7")).toBe(78);
});

test("text typed during a save stays", () => {
  expect(afterSave(typed("7"), "7")).toEqual(UNTOUCHED);
  expect(afterSave(typed("78"), "7")).toEqual(typed("78"));
});
