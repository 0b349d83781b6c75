import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from './tool-watchdog.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const stopped: string[] = [];
  const watchdog = startWatchdog({ limits: { stallSeconds: 10, totalSeconds: 1000 } }, (why) => stopped.push(why));
  return { ...watchdog, stopped };
}

test('a run is stopped if it stalls for too long', () => {
  const { alive, stopped } = watched();
  vi.advanceTimersByTime(9000);
  alive();
  vi.advanceTimersByTime(9000);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stopped).toEqual(['stalled']);
});

test('a run with a lower priority may stall for ten minutes', () => {
  const stopped: string[] = [];
  startWatchdog({ background: true }, (why) => stopped.push(why));
  vi.advanceTimersByTime(599_000);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stopped).toEqual(['stalled']);
});

test('the stall timer pauses while a run waits', () => {
  const { hold, stopped } = watched();
  const [input, output] = [hold(), hold()];
  vi.advanceTimersByTime(60_000);
  input();
  // The second call has no effect.
  input();
  vi.advanceTimersByTime(60_000);
  expect(stopped).toEqual([]);
  output();
  vi.advanceTimersByTime(9999);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stopped).toEqual(['stalled']);
});

test('a run with a pipe may stall while its pipe moves or waits', () => {
  const stopped: string[] = [];
  let moves: number | null = 1;
  const stdoutPipe = { descriptor: 1, moves: () => moves };
  startWatchdog({ limits: { stallSeconds: 10 }, stdoutPipe }, (why) => stopped.push(why));
  for (const next of [2, null, null, 3]) {
    moves = next;
    vi.advanceTimersByTime(10_000);
  }
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(stopped).toEqual(['stalled']);
});

test('the total time includes waiting', () => {
  const { hold, stopped } = watched();
  hold();
  vi.advanceTimersByTime(1_000_000);
  expect(stopped).toEqual(['overtime']);
});

test('a finished run is never stopped', () => {
  const { hold, stop, stopped } = watched();
  const letGo = hold();
  stop();
  letGo();
  vi.advanceTimersByTime(2_000_000);
  expect(stopped).toEqual([]);
});
