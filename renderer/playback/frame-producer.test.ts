import { expect, test } from 'vitest';
import { isComposed } from './compose/composed-frames.ts';
import { createFrameSource, type FrameProducer } from './frame-producer.ts';
import { movieOf } from './testing/movie-of.ts';

const movie = movieOf(`<movie width="320" height="180" framerate="25">
  <scene duration="10"><video src="clip.mp4"/></scene>
  <scene duration="10"><text content="Words" size="40"/></scene>
</movie>`);
const AHEAD = { ahead: 4, backwards: false };

/** Creates a producer that records its calls. It shares its listeners with other producers. */
function recorded(name: string, calls: string[], listeners: Set<() => void>): FrameProducer {
  return {
    view(_, frame) {
      calls.push(`${name} view ${frame}`);
      return { composition: null, exact: true, issues: [], byEngine: name === 'composed' };
    },
    request: (_, frame) => void calls.push(`${name} request ${frame}`),
    prepare: (_, frame) => void calls.push(`${name} prepare ${frame}`),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => void calls.push(`${name} dispose`),
  };
}

function world() {
  const calls: string[] = [];
  const listeners = new Set<() => void>();
  const [plain, composed] = [recorded('plain', calls, listeners), recorded('composed', calls, listeners)];
  return { calls, listeners, source: createFrameSource(plain, composed, isComposed) };
}

test('a frame comes from the producer of its segment', () => {
  const { source, calls } = world();
  expect(source.view(movie, 9).byEngine).toBe(false);
  expect(source.view(movie, 10).byEngine).toBe(true);
  expect(calls).toEqual(['plain view 9', 'composed view 10']);
});

test('a frame is prepared only by the producer of its segment', () => {
  const { source, calls } = world();
  source.prepare(movie, 3);
  source.prepare(movie, 13);
  expect(calls).toEqual(['plain prepare 3', 'composed prepare 13']);
});

test('a request whose lookahead crosses segments reaches both producers', () => {
  const { source, calls } = world();
  source.request(movie, 8, AHEAD);
  expect(calls).toEqual(['plain request 8', 'composed request 8']);
});

test('if producers share a source, each change notifies a listener once', () => {
  const { source, listeners } = world();
  let count = 0;
  const stop = source.subscribe(() => {
    count += 1;
  });
  for (const listener of listeners) listener();
  expect(count).toBe(1);
  stop();
  expect(listeners.size).toBe(0);
});

test('disposing the source disposes both producers', () => {
  const { source, calls } = world();
  source.dispose();
  expect(calls).toEqual(['plain dispose', 'composed dispose']);
});
