import { expect, it } from 'vitest';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { newlyEnded } from './use-endings.ts';

const render = (id: string, state: RenderEntry['state'], url: string | null = null): RenderEntry => ({
  id,
  project: 'p',
  name: `${id}.mp4`,
  template: null,
  state,
  format: 'mp4',
  quality: 'standard',
  encoder: 'software',
  range: null,
  done: 0,
  total: 10,
  fps: null,
  etaSeconds: null,
  scenes: null,
  next: false,
  attempt: 1,
  error: null,
  url,
  destination: null,
  frames: null,
  durationSeconds: null,
  bytes: null,
  sha256: null,
  warnings: [],
  files: [],
  createdAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  batch: null,
  origin: 'request',
  author: null,
  values: [],
});

it('the first comparison of render lists announces nothing', () => {
  const { announced, ready, active } = newlyEnded([render('a', 'succeeded', 'u'), render('b', 'rendering')], null);
  expect([announced, ready.map(({ id }) => id), [...active]]).toEqual([[], ['a'], ['b']]);
});

it('a later comparison announces renders that ended in between', () => {
  const now = [render('a', 'failed'), render('b', 'cancelled'), render('c', 'succeeded')];
  const { announced, ready } = newlyEnded(now, new Set(['a', 'b', 'c']));
  expect([announced.map(({ id }) => id), ready]).toEqual([['a', 'c'], []]);
});
