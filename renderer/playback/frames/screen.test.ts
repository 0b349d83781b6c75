import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FrameView, LayerIssue } from '../frame-producer.ts';
import type { Composition } from '../picture/composition.ts';
import { movieOf } from '../testing/movie-of.ts';
import { createScreen } from './screen.ts';

const movie = movieOf('<movie width="320" height="180" framerate="25"><scene duration="100"/></movie>');
const AHEAD = { ahead: 4, backwards: false };

/**
 * Creates a screen whose frames become available when the test calls `come`. `drawn` contains the numbers of the drawn
 * frames.
 */
function world() {
  const there = new Set<number>();
  const drawn: number[] = [];
  const requested: number[] = [];
  const prepared: number[] = [];
  let issues: readonly LayerIssue[] = [];
  const listeners = new Set<() => void>();
  // Returns a picture whose width is the frame number.
  const pictureOf = (frame: number): Composition => ({ frame: { width: frame, height: 180 }, layers: [] });
  const view = (frame: number): FrameView => {
    const nearest = [...there].toSorted((left, right) => Math.abs(left - frame) - Math.abs(right - frame))[0];
    const composition = nearest === undefined ? null : pictureOf(nearest);
    return { composition, exact: nearest === frame, byEngine: false, issues: [...issues] };
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const screen = createScreen(
    {
      view: (_, frame) => view(frame),
      request: (_, frame) => {
        requested.push(frame);
      },
      prepare: (_, frame) => {
        prepared.push(frame);
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    { draw: ({ frame }) => drawn.push(frame.width) },
  );
  return {
    screen,
    drawn,
    requested,
    prepared,
    listeners,
    show: (frame: number) => screen.show(movie, frame, AHEAD),
    come: (frame: number) => {
      there.add(frame);
      changed();
    },
    report: (...next: readonly LayerIssue[]) => {
      issues = next;
      changed();
    },
  };
}

describe('the preview screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('shows an available frame immediately', () => {
    const { show, come, drawn, screen } = world();
    come(7);
    show(7);
    expect(drawn).toEqual([7]);
    expect(screen.current()).toEqual({ frame: 7, exact: true, byEngine: false, issues: [] });
  });

  test('waits briefly for the exact frame before showing a nearby frame', async () => {
    const { show, come, drawn, screen } = world();
    come(1);
    show(7);
    await vi.advanceTimersByTimeAsync(30);
    expect(drawn).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(drawn).toEqual([1]);
    expect(screen.current()).toMatchObject({ frame: 7, exact: false });
    come(7);
    expect(drawn).toEqual([1, 7]);
    expect(screen.current()).toMatchObject({ frame: 7, exact: true });
  });

  test('shows only the exact frame if it is decoded in time', async () => {
    const { show, come, drawn } = world();
    come(1);
    show(7);
    await vi.advanceTimersByTimeAsync(30);
    come(7);
    await vi.advanceTimersByTimeAsync(100);
    expect(drawn).toEqual([7]);
  });

  test('shows nearby frames during playback if decoding is too slow', async () => {
    const { show, come, drawn } = world();
    for (let frame = 0; frame < 30; frame++) {
      show(frame);
      await vi.advanceTimersByTimeAsync(15);
      if (frame >= 4) come(frame - 4);
      await vi.advanceTimersByTimeAsync(15);
    }
    expect(drawn.length).toBeGreaterThan(12);
    expect(drawn).toEqual(drawn.toSorted((left, right) => left - right));
    expect(drawn.at(-1)).toBeGreaterThan(22);
  });

  test('does not replace an exact frame on the screen', () => {
    const { show, come, drawn, requested } = world();
    show(3);
    show(4);
    come(4);
    const asked = requested.length;
    expect([...new Set(requested)]).toEqual([3, 4]);
    for (const frame of [5, 6, 7]) come(frame);
    expect([drawn, requested.length]).toEqual([[4], asked]);
  });

  test('opens nearby sources after the exact frame is available', async () => {
    const { show, come, prepared } = world();
    come(1);
    show(7);
    await vi.advanceTimersByTimeAsync(50);
    expect(prepared).toEqual([]);
    come(7);
    expect(prepared).toEqual([7]);
  });

  test('reports the issues of a layer once', async () => {
    const { show, report, drawn, screen } = world();
    const layer = { id: 'l1' } as unknown as LayerIssue['layer'];
    const listener = vi.fn();
    screen.subscribe(listener);
    report({ kind: 'proxy', layer, progress: 0.2 });
    show(7);
    await vi.advanceTimersByTimeAsync(50);
    expect(screen.current()).toEqual({
      frame: null,
      exact: false,
      byEngine: false,
      issues: [{ kind: 'proxy', layer, progress: 0.2 }],
    });
    const before = screen.current().issues;
    report({ kind: 'proxy', layer, progress: 0.2 });
    expect([listener.mock.calls.length, screen.current().issues === before]).toEqual([1, true]);
    report({ kind: 'proxy', layer, progress: 0.3 });
    expect([listener.mock.calls.length, drawn]).toEqual([2, []]);
  });

  test('draws nothing after dispose', async () => {
    const { show, come, drawn, screen, listeners } = world();
    come(1);
    show(7);
    screen.dispose();
    await vi.advanceTimersByTimeAsync(100);
    expect([drawn, listeners.size]).toEqual([[], 0]);
  });
});
