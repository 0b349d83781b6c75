import { expect, test } from 'vitest';
import type { ServiceEvent } from '#shared/contract/events.ts';
import { displayedRender, type RunningRender } from './status-bar.tsx';

type StateOfRender = Extract<ServiceEvent, { type: 'render.changed' }>['data']['state'];

const progress = (id: string, done: number, total: number): ServiceEvent => ({
  type: 'render.progress',
  project: 'p',
  data: { id, batch: null, done, total, fps: 10, etaSeconds: 3 },
});
const changed = (id: string, state: StateOfRender): ServiceEvent => ({
  type: 'render.changed',
  project: 'p',
  data: { id, state, attempt: 1, batch: null },
});
const half: RunningRender = { id: 'a', share: 0.5, etaSeconds: 3 };

test('the render with the latest progress is displayed', () => {
  expect(displayedRender(null, progress('a', 5, 10))).toEqual(half);
  expect(displayedRender(half, progress('b', 0, 0))).toEqual({ id: 'b', share: 0, etaSeconds: 3 });
});

test('a finished render is not displayed', () => {
  const over = ['succeeded', 'failed', 'cancelled'] as const;
  expect(over.map((state) => displayedRender(half, changed('a', state)))).toEqual([null, null, null]);
});

test('the displayed render stays when another render ends', () => {
  expect(displayedRender(half, changed('a', 'uploading'))).toBe(half);
  expect(displayedRender(half, changed('b', 'succeeded'))).toBe(half);
  expect(displayedRender(half, { type: 'render.deleted', project: 'p', data: { id: 'a' } })).toBe(half);
});

test('progress after the end of its render is ignored', () => {
  const ended = new Set<string>();
  expect(displayedRender(half, changed('a', 'cancelled'), ended)).toBeNull();
  expect(displayedRender(null, progress('a', 6, 10), ended)).toBeNull();
  displayedRender(null, changed('a', 'queued'), ended);
  expect(displayedRender(null, progress('a', 5, 10), ended)).toEqual(half);
});
