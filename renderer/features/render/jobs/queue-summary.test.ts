import { expect, it } from 'vitest';
import { type ActiveRender, summarise } from './queue-summary.ts';

const queued: ActiveRender = { state: 'queued', done: 0, total: 100, fps: null, etaSeconds: null };
const running: ActiveRender = { state: 'rendering', done: 50, total: 100, fps: 25, etaSeconds: 2 };

it('an empty queue has neither progress nor remaining time', () => {
  expect(summarise([{ ...running, state: 'succeeded' }])).toEqual({
    running: 0,
    queued: 0,
    share: null,
    secondsLeft: null,
  });
});

it('the queue summary counts running and waiting renders', () => {
  expect(summarise([running, queued, queued])).toEqual({ running: 1, queued: 2, share: 50 / 300, secondsLeft: 10 });
  expect(summarise([running])).toEqual({ running: 1, queued: 0, share: 0.5, secondsLeft: 2 });
});

it('a running render without a remaining time makes the sum null', () => {
  expect(summarise([running, { ...running, state: 'fetching', fps: null, etaSeconds: null }]).secondsLeft).toBeNull();
});
