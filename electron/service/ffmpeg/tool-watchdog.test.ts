import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from './tool-watchdog.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const stopped: string[] = [];
  const watchdog = startWatchdog({ limits: { stallSeconds: 10, totalSeconds: 1000 } }, (why) => stopped.push(why));
  return { ...watchdog, stopped };
}

test('who shows no sign of work for too long is stopped, counted from the last sign', () => {
  const { alive, stopped } = watched();
  vi.advanceTimersByTime(9000);
  alive();
  vi.advanceTimersByTime(9000);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stopped).toEqual(['stalled']);
});

test('who waits for us is not stopped, however long, and has all of its time once nobody is waited for', () => {
  const { hold, stopped } = watched();
  const [input, output] = [hold(), hold()];
  vi.advanceTimersByTime(60_000);
  input();
  // Twice is once.
  input();
  vi.advanceTimersByTime(60_000);
  expect(stopped).toEqual([]);
  output();
  vi.advanceTimersByTime(9999);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stopped).toEqual(['stalled']);
});

test('the time of the whole run goes on while somebody waits for us', () => {
  const { hold, stopped } = watched();
  hold();
  vi.advanceTimersByTime(1_000_000);
  expect(stopped).toEqual(['overtime']);
});

test('nobody is stopped once it is over', () => {
  const { hold, stop, stopped } = watched();
  const letGo = hold();
  stop();
  letGo();
  vi.advanceTimersByTime(2_000_000);
  expect(stopped).toEqual([]);
});
