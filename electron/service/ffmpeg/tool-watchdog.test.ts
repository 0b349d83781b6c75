import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from './tool-watchdog.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const stopped: string[] = [];
  const watchdog = startWatchdog({ limits: { stallSeconds: 10, totalSeconds: 1000 } }, (why) => stopped.push(why));
  return { ...watchdog, stopped };
}

test('a run without progress is stopped, counted from the last sign', () => {
  const { alive, stopped } = watched();
  vi.advanceTimersByTime(9000);
  alive();
  vi.advanceTimersByTime(9000);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stopped).toEqual(['stalled']);
});

test('a run that waits for this process gets its full time afterward', () => {
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

test('the total time includes the time that the run waits', () => {
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
