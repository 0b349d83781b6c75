import { expect, test } from 'vitest';
import { toolsPlace } from './tools-place.ts';

const FRAME = { width: 1280, height: 720 };
const ALONE = { margin: { width: 0, height: 0 }, others: [] };
const rect = (left: number, top: number, width = 400, height = 100) => ({ left, top, width, height });

test('the tools are above the layer’s box, or else below it', () => {
  expect(toolsPlace(rect(200, 400), FRAME, 1, ALONE)).toEqual({ left: 200, top: 336 });
  expect(toolsPlace(rect(200, 10), FRAME, 1, ALONE)).toEqual({ left: 200, top: 122 });
  expect(toolsPlace(rect(0, 0, 1280, 720), FRAME, 1, ALONE).top).toBe(-12);
});

test('the tools stay inside the picture', () => {
  expect(toolsPlace(rect(1200, 400), FRAME, 1, ALONE).left).toBe(836);
  expect(toolsPlace(rect(-50, 400), FRAME, 0.5, ALONE).left).toBe(0);
});

test('the tools are centered over a layer narrower than the tools', () => {
  expect(toolsPlace(rect(800, 400), FRAME, 0.25, ALONE).left).toBe((320 - 444) / 2);
});

test('the tools avoid other layers if possible', () => {
  const badge = rect(200, 300, 200, 80);
  expect(toolsPlace(rect(200, 400), FRAME, 1, { ...ALONE, others: [badge] }).top).toBe(512);
  const note = rect(200, 520, 200, 60);
  expect(toolsPlace(rect(200, 400), FRAME, 1, { ...ALONE, others: [badge, note] }).top).toBe(8);
});

test('the tools are outside a picture that is too small', () => {
  const text = rect(0, 0, 1280, 720);
  const { top } = toolsPlace(text, FRAME, 0.17, { margin: { width: 200, height: 60 }, others: [] });
  expect(top).toBeGreaterThanOrEqual(720 * 0.17);
});

test('the tools use the space beside a portrait picture', () => {
  const portrait = { width: 1080, height: 1920 };
  const margin = { width: 460, height: 0 };
  const { left } = toolsPlace(rect(0, 0, 1080, 1920), portrait, 0.16, { margin, others: [] });
  expect(left + 444).toBeLessThanOrEqual(0);
});
