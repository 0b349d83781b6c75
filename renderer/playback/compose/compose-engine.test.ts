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

test('nothing is loaded before it is asked for', () => {
  createComposeEngine();
  expect(started).toBe(0);
});

test('who is about to add a first layer has the worker load what it works with, once', () => {
  const engine = createComposeEngine();
  engine.prepare();
  engine.prepare();
  expect(started).toBe(1);
  expect(sent).toEqual([{ kind: 'prepare' }]);
});

test('a worker that has been asked something is not asked to prepare, too', () => {
  const engine = createComposeEngine();
  engine.end(1);
  engine.prepare();
  expect(sent).toEqual([{ kind: 'end', part: 1 }]);
});
