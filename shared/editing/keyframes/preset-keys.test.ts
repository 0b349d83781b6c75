import { expect, test } from 'vitest';
import type { PresetAnimation } from '#shared/template/values/animation.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { presetAt } from '#shared/timeline/presets.ts';
import { attempt, edited, elementId, film, linesOf, movieOf } from '../model/testing/editing.ts';
import { animatedProperties, valueAt } from './animated.ts';

const LENGTH = 60;
const WHOLE = { width: 100, height: 50 };
const RATE = frameRate(25);

function moving(...inside: readonly string[]): TemplateSource {
  return film('<scene duration="60">', '<solid opacity="0.5" rotation="10">', ...inside, '</solid>', '</scene>');
}

function playedIn(source: TemplateSource): PresetAnimation {
  const played = movieOf(source).scenes[0]?.layers[0]?.animations.find(({ kind }) => kind === 'preset');
  if (played?.kind !== 'preset') throw new Error('there is no preset');
  return played;
}

function converted(source: TemplateSource) {
  const played = playedIn(source);
  return attempt(source, { type: 'key/from-preset', animation: played.id, played, length: LENGTH, whole: WHOLE });
}

function curve(source: TemplateSource, name: string): readonly unknown[] {
  const context = { document: source.document, values: new Map<string, string>() };
  const property = animatedProperties(context, elementId(source, 'solid'), LENGTH).find(
    (animatedProperty) => animatedProperty.name === name,
  );
  if (property === undefined) throw new Error(`${name} is not animated`);
  return Array.from({ length: LENGTH }, (_, frame) => valueAt(property, frame, WHOLE));
}

test.each([
  ['<animation type="fadein" duration="20"/>', 'opacity'],
  ['<animation type="fadeout" duration="20"/>', 'opacity'],
  ['<animation type="fadein" duration="12" offset="5" easing="ease-in-out"/>', 'opacity'],
  ['<animation type="fadein" duration="20" easing="back-out"/>', 'opacity'],
  ['<animation type="spinin" duration="20"/>', 'rotation'],
])('%s becomes keyframes with equal values in each frame', (preset, name) => {
  const source = moving(preset);
  const played = playedIn(source);
  const result = converted(source);
  if (!result.ok) throw new Error(result.error);
  const now = curve(result.value.source, name);
  now.forEach((value, frame) => {
    const change = presetAt(played, frame, LENGTH, RATE);
    if (change.kind === 'opacity') expect(value).toBeCloseTo(Math.min(1, 0.5 * change.factor), 2);
    if (change.kind === 'rotation') expect(Math.abs((value as number) - 10 - change.degrees)).toBeLessThan(0.2);
  });
  expect(linesOf(result.value.source).join()).not.toContain('type=');
});

test('a slide becomes keyframes that move by its distance', () => {
  const near = converted(
    moving('<animation type="slidein" direction="bottom" distance="20%" offset="5" duration="10"/>'),
  );
  if (!near.ok) throw new Error(near.error);
  expect(curve(near.value.source, 'position')[4]).toEqual({
    across: { amount: 0, unit: 'px' },
    down: { amount: 10, unit: 'px' },
  });
  const far = converted(moving('<animation type="slideout" duration="10"/>'));
  if (!far.ok) throw new Error(far.error);
  expect(linesOf(far.value.source)[3]).toBe('<key time="49" position="0, 0" easing="ease-in"/>');
  expect(linesOf(far.value.source)[4]).toBe('<key time="60" position="-100, 0"/>');
});

test('the keyframes of an entrance and an exit share an animation', () => {
  const first = converted(
    moving('<animation type="fadein" duration="10"/>', '<animation type="fadeout" duration="10"/>'),
  );
  if (!first.ok) throw new Error(first.error);
  const second = converted(first.value.source);
  if (!second.ok) throw new Error(second.error);
  const now = curve(second.value.source, 'opacity');
  expect(now[30]).toBe(0.5);
  expect(now[59]).toBeLessThan(0.1);
  expect(second.value.label).toBe('Convert Fade out to keyframes');
});

test('presets that overlap keyframes, use a window, or repeat are refused', () => {
  const crossed = moving(
    '<animation><key time="0" opacity="0"/><key time="9" opacity="1"/></animation>',
    '<animation type="fadein" duration="20"/>',
  );
  const refused = converted(crossed);
  expect(refused.ok ? '' : refused.error).toContain('Keyframes animate the same value');
  expect(converted(moving('<animation type="kenburns"/>')).ok).toBe(false);
  expect(converted(moving('<animation type="spin" repeat="forever"/>')).ok).toBe(false);
  expect(edited(crossed, { type: 'node/remove', nodes: [playedIn(crossed).id] }).label).toContain('Delete');
});
