import { expect, test } from "vitest";
import type { WindowPoint } from "@/lib/view-models/models/model-windows";
import { fitSentences, fittedWindow, fitWindows } from "@/lib/view-models/models/window-fit";

const MONTH = 30.4375 * 86_400_000;
const point = (month: number, window: number): WindowPoint => ({
  id: `m${month}`,
  label: "m",
  provider: "p",
  released: "2024-01-01",
  x: Date.UTC(2024, 0, 1) + month * MONTH,
  window,
  isPublished: true,
});
const months = Array.from({ length: 24 }, (_, month) => month);

test("a window that doubles every six months is fitted exactly", () => {
  const fit = fitWindows(months.map((month) => point(month, 1000 * 2 ** (month / 6))));
  expect(fit?.months.best).toBeCloseTo(6);
  expect(fit?.months.low).toBeCloseTo(6);
  expect(fit?.explained).toBeCloseTo(1);
  expect(fit?.typicalFactor).toBeCloseTo(1);
});

test("the drawn line is the one that the sentences describe", () => {
  const noise = (month: number) => 2 ** (month % 3) / 2;
  const fit = fitWindows(months.map((month) => point(month, 1000 * 2 ** (month / 6) * noise(month))));
  if (fit === null) throw new Error("no fit");
  const at = (month: number) => fittedWindow(fit, Date.UTC(2024, 0, 1) + month * MONTH);
  const { best } = fit.months;
  expect(at(best ?? 0) / at(0)).toBeCloseTo(2);
  const off = months.map((month) => Math.log2((1000 * 2 ** (month / 6) * noise(month)) / at(month)));
  expect(off.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0);
  expect(Math.hypot(...off) / Math.sqrt(months.length - 2)).toBeCloseTo(Math.log2(fit.typicalFactor));
});

test("noise widens the interval around the true value, and windows that do not grow never double", () => {
  const noisy = fitWindows(months.map((month) => point(month, 1000 * 2 ** (month / 6 + (month % 2 === 0 ? 1 : -1)))));
  expect(noisy?.months.low).toBeLessThan(6);
  expect(noisy?.months.high).toBeGreaterThan(6);
  expect(noisy?.typicalFactor).toBeGreaterThan(1.9);
  const flat = fitWindows(months.map((month) => point(month, month % 2 === 0 ? 1000 : 4000)));
  expect(flat?.months.high).toBeNull();
  expect(flat && fitSentences(flat)[0]).toContain("to never");
  const falling = fitWindows(months.map((month) => point(month, 1e6 / 2 ** month)));
  expect(falling?.months.best).toBeNull();
});

test("too few models, or all on one day, have no fit", () => {
  expect(fitWindows(months.slice(0, 9).map((month) => point(month, 1000)))).toBeNull();
  expect(fitWindows(months.map(() => point(0, 1000)))).toBeNull();
});

test("the sentences include the interval, the article and whether both agree", () => {
  const sentences = fitSentences({
    months: { best: 14.2, low: 11, high: 19.6 },
    explained: 0.31,
    typicalFactor: 3.2,
    models: 90,
  });
  expect(sentences[0]).toBe(
    "The windows of these 90 models double every 14 months (95\u202f% interval: 11 to 20). The release date explains 31\u202f% of the differences, and a window is typically 3.2 times above or below the line.",
  );
  expect(sentences[2]).toContain("agrees");
});
