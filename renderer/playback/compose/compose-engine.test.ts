import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ComposeEngine, createComposeEngine } from './compose-engine.ts';

let sent: unknown[] = [];
let started = 0;
let worker = new EventTarget();

beforeEach(() => {
  sent = [];
  started = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        worker = this;
        started += 1;
      }
      postMessage(message: unknown): void {
        sent.push(message);
      }
      terminate(): void {
        sent.push('ended');
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the worker starts with the first request', () => {
  createComposeEngine();
  expect(started).toBe(0);
});

test('`prepare` starts the worker with one message', () => {
  const engine = createComposeEngine();
  engine.prepare();
  engine.prepare();
  expect(started).toBe(1);
  expect(sent).toEqual([{ kind: 'prepare' }]);
});

test('a running worker gets no `prepare` message', () => {
  const engine = createComposeEngine();
  engine.closePart(1);
  engine.prepare();
  expect(sent).toEqual([{ kind: 'closePart', partNumber: 1 }]);
});

describe('a worker that does not respond', () => {
  const request = (engine: ComposeEngine) => engine.compose({ partNumber: 1, number: 0, decoded: [] });

  test('is replaced after 30 seconds even if requests keep arriving', async () => {
    const engine = createComposeEngine();
    const outcomes = Array.from({ length: 7 }, async (_, index) => {
      vi.advanceTimersByTime(index === 0 ? 0 : 5000);
      return await request(engine).catch((error: Error) => error.message);
    });
    expect(await Promise.all(outcomes.slice(0, 6))).toEqual(Array.from({ length: 6 }, () => 'it took too long'));
    expect([started, engine.generation()]).toEqual([2, 1]);
    engine.dispose();
  });

  test('has 30 seconds after each response', async () => {
    const engine = createComposeEngine();
    const first = request(engine);
    const second = request(engine).catch((error: Error) => error.message);
    vi.advanceTimersByTime(25_000);
    worker.dispatchEvent(
      new MessageEvent('message', { data: { kind: 'composed', requestId: 1, frame: null, spare: [] } }),
    );
    await first;
    vi.advanceTimersByTime(29_999);
    expect(engine.generation()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(await second).toBe('it took too long');
  });
});
