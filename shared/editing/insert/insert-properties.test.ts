import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { problemCodes } from '#shared/template/document/problem.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { anyTextOf } from '#shared/template-xml/read/written-loosely.arbitrary.ts';
import { fc } from '#shared/testing/properties.ts';
import { applyCommand } from '../apply-command.ts';
import { createHistory, recordStep, undo } from '../model/history.ts';
import { MOVIE_SELECTION } from '../model/selection.ts';
import { type InsertTarget, insertCommand } from './insert-command.ts';
import { type Insertable, SHAPE_STYLES, TEXT_PRESETS } from './insertable.ts';

const NO_VALUES: ReadonlyMap<string, string> = new Map();

const source = { kind: 'asset', name: 'new file.bin' } as const;
const insertables: readonly Insertable[] = [
  ...TEXT_PRESETS.map((preset): Insertable => ({ kind: 'text', preset, words: ['A & “b” <c>', 'Zwei'] })),
  ...SHAPE_STYLES.map((style): Insertable => ({ kind: 'shape', style })),
  { kind: 'solid' },
  { kind: 'group' },
  { kind: 'audio', source },
  { kind: 'captions', source },
  { kind: 'image', source },
  { kind: 'image', source, size: { width: 5, height: 5 } },
  { kind: 'video', source, skip: frames(3), duration: frames(2) },
];

const anySource = validTemplate.chain(anyTextOf).map(read);
const anyWhere: fc.Arbitrary<InsertTarget> = fc.record(
  {
    frame: fc.nat(900).map(frames),
    over: fc.constant('film' as const),
    place: fc.record({
      x: fc.double({ min: -9000, max: 9000, noNaN: true }),
      y: fc.integer({ min: -9000, max: 9000 }),
    }),
  },
  { requiredKeys: ['frame'] },
);

function read(text: string): TemplateSource {
  const { source: found } = readTemplate(text);
  if (found === null) throw new Error(`it was not read: ${text}`);
  return found;
}

function checked({ document }: TemplateSource) {
  const { partial, findings } = resolveTemplate(document, { values: NO_VALUES, missing: 'ignore', empty: 'ignore' });
  if (partial === null) throw new Error('there is no film');
  return { movie: partial, errors: findings.filter(({ code }) => problemCodes[code] === 'error') };
}

test('every insertion is valid, selected, and can be undone exactly', () => {
  fc.assert(
    fc.property(anySource, fc.constantFrom(...insertables), anyWhere, (before, insertable, where) => {
      const { movie, errors } = checked(before);
      const applied = applyCommand(
        { source: before, values: NO_VALUES },
        insertCommand(movie, insertable, { ...where, frame: frames(Math.min(where.frame, 900)) }),
      );
      if (!applied.ok) throw new Error(applied.error.code);
      const { source: after, selection, label } = applied.value;
      expect(checked(after).errors).toEqual(errors);
      const [id, ...others] = selection?.ids ?? [];
      expect(others).toEqual([]);
      expect(JSON.stringify(before.document)).not.toContain(JSON.stringify(id));
      const entry = { label, source: after, before: MOVIE_SELECTION, after: selection ?? MOVIE_SELECTION, at: 0 };
      expect(undo(recordStep(createHistory(before), entry))?.history.source.text).toBe(before.text);
    }),
    { numRuns: 200 },
  );
});
