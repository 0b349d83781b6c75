import { expect, test } from 'vitest';
import { liveTable, liveTableCalls, liveTableEvents, tableSettings } from './calls/live-tables.ts';

const settings = { name: 'People', movie: 'Card', source: { kind: 'asset', name: 'people.csv' } };

test('an answer omits the value of a request header', () => {
  const header = { name: 'Authorization', value: 'Bearer secret' };
  const source = { kind: 'address', url: 'https://films.example/people.csv', header };
  expect(tableSettings.parse({ ...settings, source })).toMatchObject({ source });
  const shown = liveTable.shape.settings.parse({ ...settings, source });
  expect(JSON.stringify(shown)).not.toContain('secret');
});

test('settings refuse an interval under 15 seconds', () => {
  const source = { kind: 'address', url: 'https://films.example/people.csv', every: 14 };
  expect(tableSettings.safeParse({ ...settings, source }).success).toBe(false);
});

test('paths of calls start with the project; events contain no row values', () => {
  expect(Object.values(liveTableCalls).every(({ path }) => path.startsWith('/v1/tables/:project'))).toBe(true);
  expect(Object.values(liveTableEvents).flatMap(({ shape }) => Object.keys(shape))).not.toContain('cells');
});
