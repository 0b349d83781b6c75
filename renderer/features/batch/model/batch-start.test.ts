import { expect, it } from 'vitest';
import type { EncoderEntry } from '#renderer/api/queries/use-encoders.ts';
import { isBatchRunning, type RowStatus } from '#renderer/project/batch-rows.ts';
import { en } from '#renderer/strings/en.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import { message } from '#shared/messages/message.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { batchRow } from '../testing/batch-rows.ts';
import { defaultSettings } from './batch-settings.ts';
import {
  alteredNames,
  countedRows,
  encoderOf,
  existingFilms,
  filmCount,
  filmCounts,
  filmNames,
  namedRows,
  rowsToRender,
  type Startable,
  startBlocker,
} from './batch-start.ts';

const { variables } = listVariables(
  sourceOf(
    '<movie width="64" height="64" framerate="10"><scene duration="10"><text content="${city}"/></scene></movie>',
  ).document,
);
const settings = { ...defaultSettings('Card'), pattern: 'card-${city}' };
const ready: Startable = {
  prepared: { table: { columns: ['city'], rows: [['Bern'], ['Oslo']] } },
  uses: ['city'],
  template: { variables, fault: null },
  settings,
  format: { extension: 'mp4', label: 'MP4', available: true, sizable: true },
  next: [0, 1],
  open: [],
  checks: { common: [], isDone: true },
  live: { isReading: false },
};
const noKeys = { accessKeyId: '', secretAccessKey: '' };
const card: EncoderEntry = {
  ...{ name: 'card', label: 'Card 1', formats: ['mp4'], available: false, detail: null },
  reason: 'no-device',
};

function blocker(given: Partial<Startable>, encoders: Parameters<typeof startBlocker>[2]['encoders'] = []) {
  return startBlocker({ ...ready, ...given }, en, { keys: noKeys, encoders });
}

it('the batch counts the films to render and the films that exist', () => {
  const done = [batchRow({ state: 'succeeded' })];
  const failed = [batchRow({ state: 'failed' })];
  const counts = filmCounts({ next: [0, 2, 3], films: [done, done, failed, []], run: null });
  expect(counts).toEqual({ next: 3, existing: 2, again: 1 });
  expect(existingFilms(counts, en.batch)).toBe('2 films exist; 1 is rendered again');
  expect(existingFilms({ next: 3, existing: 1, again: 0 }, en.batch)).toBe('1 film exists');
  expect(existingFilms({ next: 0, existing: 36, again: 0 }, en.batch)).toBe('36 films exist; none to render');
  expect(existingFilms({ next: 3, existing: 0, again: 0 }, en.batch)).toBeNull();
  const run = { movies: ['wide', 'tall'], languages: null, templates: new Map() };
  expect(filmCounts({ next: [1], films: [[...done, ...done], []], run })).toEqual({ next: 2, existing: 2, again: 0 });
});

it('the films of the running or chosen rows are counted', () => {
  const run = { movies: ['wide', 'tall'], languages: ['de', 'en'], templates: new Map() };
  const running = { rows: [1, 2, 3, 4].map(() => batchRow({})) };
  expect(countedRows({ open: [running], next: [], run }, 3)).toBe(1);
  expect(countedRows({ open: [running, running], next: [], run: null }, 9)).toBe(8);
  expect(countedRows({ open: [], next: [0, 2], run }, 3)).toBe(2);
  expect(countedRows({ open: [], next: [], run }, 3)).toBe(3);
});

it('film names are shown for the chosen rows or all valid rows', () => {
  const statuses: readonly RowStatus[] = [
    { kind: 'queued', row: batchRow({}) },
    { kind: 'invalid' },
    { kind: 'done', row: batchRow({}) },
  ];
  expect(namedRows([2], statuses)).toEqual([2]);
  expect(namedRows([], statuses)).toEqual([0, 2]);
  expect(namedRows([], [{ kind: 'invalid' }])).toEqual([0]);
});

it('altered file names of the chosen rows are reported', () => {
  const prepared = { table: { columns: ['city'], rows: [['Bern'], ['A/B'], ['bern'], ['Oslo']] } };
  const rowsOf = (rows: readonly number[]) => alteredNames({ ...ready, prepared }, rows).map(({ row }) => row);
  expect(rowsOf([0, 1, 2, 3])).toEqual([2, 3]);
  expect(rowsOf([2, 3])).toEqual([]);
  expect(alteredNames({ ...ready, prepared: null }, [0])).toEqual([]);
});

it('a start that is possible has no blocker', () => {
  expect(blocker({})).toBeNull();
});

it('the template is the first blocker of a start', () => {
  const words = en.batch.blockers;
  expect(blocker({ template: null, checks: { common: [], isDone: false } })).toBe(words.template);
  expect(blocker({ checks: { common: [1], isDone: true } })).toBe(words.template);
  expect(blocker({ checks: { common: [], isDone: false }, open: [1] })).toBe(words.checking);
  expect(blocker({ open: [1] })).toBe(words.running);
  expect(blocker({ live: { isReading: true } })).toBe(words.running);
  expect(blocker({ format: { extension: 'mp4', label: 'MP4', available: false, sizable: true } })).toBe(
    words.noFormat('MP4'),
  );
  expect(blocker({ next: [] })).toBe(words.noRows);
});

it('a missing hardware encoder that supports the format blocks the start', () => {
  const chosen = { ...settings, encoder: 'card' };
  expect(blocker({ settings: chosen }, [card])).toBe(en.render.blockers.noEncoder('Card 1'));
  expect(blocker({ settings: { ...chosen, format: 'webm' } }, [card])).toBeNull();
  expect(encoderOf({ ...chosen, format: 'webm' }, [card])).toBe('software');
  expect(encoderOf(chosen, [card])).toBe('card');
});

it('an incomplete destination or an invalid file name blocks the start', () => {
  const store = { ...settings, destination: 'store' } as const;
  expect(blocker({ settings: store })).toBe(en.render.blockers.needs(en.render.accessKeyId));
  expect(blocker({ settings: { ...settings, pattern: '${town}' } })).toBe(en.batch.blockers.noName('town'));
  expect(blocker({ settings: { ...settings, pattern: '${' } })).toContain('${');
});

it('the values of a row determine the name of the row’s film', () => {
  expect(filmNames(ready, [1, 0])).toMatchObject({ ok: true, value: { names: ['card-Oslo.mp4', 'card-Bern.mp4'] } });
  const noFormat = filmNames({ ...ready, format: null, settings: { ...settings, format: 'gif' } }, [0]);
  expect(noFormat).toMatchObject({ ok: true, value: { names: ['card-Bern.gif'] } });
  expect(filmNames({ ...ready, prepared: null }, [0])).toBeNull();
});

it('a start renders ready, failed, and canceled rows', () => {
  const good: RowCheck = { problems: [], totalFrames: 10, size: null };
  const says = message('source/not-in-project', { name: 'a.mp4' });
  const bad: RowCheck = { problems: [{ severity: 'error', variable: null, says }], totalFrames: 10, size: null };
  const doubtful: RowCheck = { problems: [{ severity: 'warning', variable: null, says }], totalFrames: 10, size: null };
  const row = batchRow();
  const statuses: readonly RowStatus[] = [
    { kind: 'ready' },
    { kind: 'warning' },
    { kind: 'failed', row },
    { kind: 'failed', row },
    { kind: 'cancelled', row },
    { kind: 'done', row },
    { kind: 'queued', row },
    { kind: 'ready' },
    { kind: 'failed', row },
    { kind: 'failed', row },
  ];
  const endless: RowCheck = { problems: [], totalFrames: null, size: null };
  const checks = [good, doubtful, good, bad, good, good, good, good, endless, null];
  expect(rowsToRender(statuses, checks, [7])).toEqual([0, 1, 2, 4]);
});

it('a batch is open until all of its rows have ended', () => {
  const over = (['succeeded', 'failed', 'cancelled'] as const).map((state) => batchRow({ state }));
  expect(isBatchRunning({ rows: over })).toBe(false);
  expect(isBatchRunning({ rows: [...over, batchRow({ state: 'uploading' })] })).toBe(true);
});

it('the start button of one film has a singular label', () => {
  expect(filmCount(1, en.batch)).toBe('Render 1 film');
  expect(filmCount(2000, en.batch)).toBe('Render 2,000 films');
});
