import { describe, expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { decimalSecondsToFrames, frameRate } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { fc } from '#shared/testing/properties.ts';
import { applyCommand } from '../apply-command.ts';
import type { KeyCommand } from '../model/commands.ts';
import { createHistory, type History, recordStep, undo } from '../model/history.ts';
import { MOVIE_SELECTION } from '../model/selection.ts';
import { elementId, film } from '../model/testing/editing.ts';
import { type AnimatedProperty, animatedProperties, valueAt } from './animated.ts';
import { movedBy, scaledTo } from './plan-set-keyframes.ts';
import { notationOf, writeTime } from './read-keyframes.ts';

const LENGTH = 90;
const WHOLE = { width: 100, height: 50 };
const NO_VALUES: ReadonlyMap<string, string> = new Map();

const anyTime = fc.constantFrom<(frame: number) => string>(
  (frame) => String(frame),
  (frame) => `${frame / 25}s`,
  (frame) => `${Math.floor((frame * 1e6) / LENGTH) / 1e4}%`,
);
const anyEasing = fc.constantFrom('', ' easing="ease-in"', ' easing="steps(3)"', ' easing="back-out"');
const anyNamed = fc.record({
  opacity: fc.option(fc.constantFrom('0', '0.25', '1')),
  rotation: fc.option(fc.integer({ min: -90, max: 90 })),
  position: fc.option(fc.constantFrom('0, 0', '10, 5%', '-40, 12')),
});
const anyKeys = fc
  .uniqueArray(fc.nat(LENGTH - 1), { minLength: 1, maxLength: 6 })
  .chain((frames) =>
    fc.tuple(...frames.toSorted((a, b) => a - b).map((frame) => fc.tuple(fc.constant(frame), anyNamed, anyEasing))),
  );
const anyAnimation = fc
  .tuple(anyKeys, anyTime, fc.constantFrom('', ' offset="7"', ' duration="95"', ' easing="ease"', ' easein="true"'))
  .map(([keys, time, attributes]) => [
    `<animation${attributes}>`,
    ...keys.map(([frame, named, easing]) => {
      const values = Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [` ${name}="${value}"`]));
      return `<key time="${time(frame)}"${values.join('')}${easing}/>`;
    }),
    '</animation>',
  ]);
const anySource = fc
  .array(anyAnimation, { maxLength: 3 })
  .map((animations) =>
    film('<scene duration="90">', '<text content="Hi">', ...animations.flat(), '</text>', '</scene>'),
  );

interface Idea {
  readonly kind: number;
  readonly picks: readonly number[];
  readonly frame: number;
}
const anyIdea: fc.Arbitrary<Idea> = fc.record({
  kind: fc.nat(6),
  picks: fc.array(fc.nat(100), { minLength: 1, maxLength: 4 }),
  frame: fc.nat(LENGTH - 1),
});
const anyIdeas = fc.array(anyIdea, { minLength: 1, maxLength: 8 });

function animatedIn({ document }: TemplateSource): readonly AnimatedProperty[] {
  const text = elementId({ document } as TemplateSource, 'text');
  return animatedProperties({ document, values: NO_VALUES }, text, LENGTH);
}

function commandOf(source: TemplateSource, { kind, picks, frame }: Idea): KeyCommand {
  const all = animatedIn(source).flatMap(({ keys }) => keys);
  const chosen = [...new Set(picks.map((pick) => all[pick % Math.max(1, all.length)]))].filter(
    (key) => key !== undefined,
  );
  const keys = chosen.map(({ ref }) => ref);
  const node = elementId(source, 'text');
  const [property = 'opacity', value = '0.5'] =
    [
      ['opacity', '0.5'],
      ['rotation', '33'],
      ['position', '1, 2'],
    ][(picks[0] ?? 0) % 3] ?? [];
  switch (kind) {
    case 0:
      return { type: 'key/remove', keys, length: LENGTH };
    case 1:
    case 2: {
      const to = movedBy(chosen, frame - 40);
      return {
        type: 'key/move',
        moves: keys.map((key, at) => ({ key, frame: to[at] ?? 0 })),
        length: LENGTH,
        copies: kind === 2,
      };
    }
    case 3:
      return { type: 'key/reverse', keys, length: LENGTH };
    case 4:
      return { type: 'key/ease', keys, length: LENGTH, easing: frame % 2 === 0 ? 'ease-out' : 'linear' };
    case 5:
      return { type: 'key/clear', node, property, length: LENGTH, value };
    default:
      return { type: 'key/set', node, property, frame, length: LENGTH, value };
  }
}

function applyIdeas(source: TemplateSource, ideas: readonly Idea[]): History {
  return ideas.reduce((history, idea, at) => {
    const applied = applyCommand({ source: history.source, values: NO_VALUES }, commandOf(history.source, idea));
    if (!applied.ok) return history;
    const { source: next, label } = applied.value;
    return recordStep(history, { label, source: next, before: MOVIE_SELECTION, after: MOVIE_SELECTION, at });
  }, createHistory(source));
}

/** Returns the errors of a template, except for keyframes after the end of their layer. */
function errorsOf({ document }: TemplateSource): readonly string[] {
  return resolveTemplate(document, { values: NO_VALUES, missing: 'ignore' })
    .findings.map(({ code }) => code)
    .filter((code) => code !== 'template/key-outside');
}

describe('random keyframe edits', () => {
  test('are undone with the exact bytes', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        let back = applyIdeas(source, ideas);
        for (let step = undo(back); step !== null; step = undo(back)) back = step.history;
        expect(back.source.text).toBe(source.text);
      }),
      { numRuns: 150 },
    );
  });

  test('leave valid keyframes with increasing times', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        const before = new Set(errorsOf(source));
        const { source: result } = applyIdeas(source, ideas);
        expect(errorsOf(result).filter((code) => !before.has(code))).toEqual([]);
        expect(sourceOf(result.text).text).toBe(result.text);
        for (const { animations } of animatedIn(result))
          for (const { keys, duration } of animations) {
            const length = duration?.unit === 'frames' ? duration.amount : LENGTH;
            const times = keys.map(({ time }) => (time.unit === '%' ? (time.amount * length) / 100 : time.amount));
            expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
          }
      }),
      { numRuns: 150 },
    );
  });

  test('set the requested value and no other property', () => {
    fc.assert(
      fc.property(anySource, anyIdea, (source, idea) => {
        const command = commandOf(source, { ...idea, kind: 6 });
        if (command.type !== 'key/set') return;
        const applied = applyCommand({ source, values: NO_VALUES }, command);
        if (!applied.ok) throw new Error(applied.error.code);
        const now = animatedIn(applied.value.source);
        const set = now.find(({ name }) => name === command.property);
        if (set === undefined) throw new Error('it is not animated');
        const read = set.spec.type.parse(command.value, frameRate(25));
        if (!read.ok) throw new Error(read.error.code);
        expect(isNear(roundedValue(set, command.frame), rounded(pixelsOf(read.value)))).toBe(true);
        const others = animatedIn(source).filter(({ name }) => name !== command.property);
        for (const other of others) expect(curveOf(now, other.name)).toEqual(curveOf([other], other.name));
      }),
      { numRuns: 150 },
    );
  });
});

/** Returns the value of a property in each frame. */
function curveOf(properties: readonly AnimatedProperty[], name: string): readonly string[] {
  const property = properties.find((each) => each.name === name);
  return Array.from({ length: LENGTH }, (_, frame) => (property === undefined ? '' : roundedValue(property, frame)));
}

/** Returns the value of a property rounded to visible digits. */
function roundedValue(property: AnimatedProperty, frame: number): string {
  return rounded(pixelsOf(valueAt(property, frame, WHOLE)));
}

/** Converts a position to pixels, because a resting position can be in percent. */
function pixelsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('across' in value) || !('down' in value)) return value;
  const side = (length: unknown, whole: number) => {
    const { amount, unit } = length as { readonly amount: number; readonly unit: string };
    return unit === '%' ? (amount * whole) / 100 : amount;
  };
  return { across: side(value.across, WHOLE.width), down: side(value.down, WHOLE.height) };
}

/**
 * Compares values with a tolerance. A time in percent has only four decimals, so values on a steep curve differ
 * slightly.
 */
function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const numbers = (text: string) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  return left.length === right.length && left.every((number, at) => Math.abs(number - (right[at] ?? 0)) <= 0.05);
}

function rounded(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 50) / 50 + 0 : part,
  );
}

const anyFrames = fc
  .uniqueArray(fc.nat(500), { minLength: 1, maxLength: 20 })
  .map((frames) => frames.map((frame) => ({ frame })));

test('keep their distances when moved and their order when scaled', () => {
  fc.assert(
    fc.property(anyFrames, fc.integer({ min: -600, max: 600 }), fc.nat(), (keys, by, pick) => {
      const moved = movedBy(keys, by);
      expect(Math.min(...moved)).toBeGreaterThanOrEqual(0);
      expect(new Set(moved.map((frame, at) => frame - (keys[at]?.frame ?? 0))).size).toBe(1);
      const held = keys[pick % keys.length] ?? { frame: 0 };
      const scaled = scaledTo(keys, held, Math.max(0, held.frame + by));
      const order = keys.map((key, at) => ({ from: key.frame, to: scaled[at] ?? 0 }));
      const sorted = order.toSorted((one, other) => one.from - other.from);
      expect(sorted).toEqual(order.toSorted((one, other) => one.to - other.to));
      expect(new Set(scaled).size).toBe(scaled.length);
    }),
  );
});

test('a keyframe time parses to its frame in each notation', () => {
  const rates = [frameRate(24), frameRate(25), frameRate(30_000, 1001), frameRate(60)];
  fc.assert(
    fc.property(
      fc.nat(20_000),
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(...rates),
      (frame, length, rate) => {
        for (const notation of ['frames', 'seconds', '%'] as const) {
          const text = writeTime(frame, notation, length, rate);
          const usedNotation = notationOf(text);
          if (frame <= length) expect(usedNotation).toBe(notation);
          const amount = Number(text.replace(/[s%]$/, ''));
          if (usedNotation === 'frames') expect(amount).toBe(frame);
          if (usedNotation === 'seconds') expect(decimalSecondsToFrames(text.slice(0, -1), rate)).toBe(frame);
          if (usedNotation === '%') {
            expect((amount * length) / 100).toBeLessThanOrEqual(frame);
            expect((amount * length) / 100).toBeGreaterThan(frame - 0.01);
          }
        }
      },
    ),
  );
});
