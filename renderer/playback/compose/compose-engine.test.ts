import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createComposeEngine } from './compose-engine.ts';

let sent: unknown[] = [];
let started = 0;

beforeEach(() => {
  sent = [];
  started = 0;
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
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
  engine.end(1);
  engine.prepare();
  expect(sent).toEqual([{ kind: 'end', part: 1 }]);
});
