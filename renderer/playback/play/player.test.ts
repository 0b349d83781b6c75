import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { movieOf } from '../testing/movie-of.ts';
import type { PlaybackPort, PlaybackState } from './playback-port.ts';
import { createPlayer } from './player.ts';

/** Creates a player whose clock the test advances. */
function world(change: Partial<PlaybackState> = {}) {
  let state: PlaybackState = {
    movie: movieOf(
      '<movie width="320" height="180" framerate="25"><scene duration="50"/><scene duration="25"/></movie>',
    ),
    playhead: 0,
    previewedFrame: null,
    loop: false,
    loopRange: null,
    volume: 1,
    muted: false,
    scrubbing: false,
    scrubSound: true,
    isChanging: false,
    ...change,
  };
  const listeners = new Set<() => void>();
  const set = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const reports: { playing: boolean; rate: number }[] = [];
  const port: PlaybackPort = {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek: (playhead) => set({ playhead }),
    report: (report) => reports.push(report),
    change: (next) => set(next),
  };
  const displayed: number[] = [];
  const aheads: number[] = [];
  const heard: number[] = [];
  let time = 100;
  const clock = { now: () => time, soon: () => time, runs: () => true };
  const player = createPlayer(
    port,
    {
      show: (_, frame, { ahead }) => {
        displayed.push(frame);
        aheads.push(ahead);
      },
      current: () => ({ frame: null, exact: false, byEngine: false, issues: [] }),
      subscribe: () => () => undefined,
      dispose: () => undefined,
    },
    {
      begin: () => Promise.resolve({ clock, sound: null }),
      scrub: (_, frame) => heard.push(frame),
      setVolume: () => undefined,
      setGain: () => undefined,
      levels: () => null,
      dispose: () => undefined,
    },
  );
  return {
    player,
    displayed,
    aheads,
    heard,
    set,
    reports,
    playhead: () => state.playhead,
    /** Resolves the pending promises of the player. */
    flush: async () => {
      for (let step = 0; step < 5; step++) await Promise.resolve();
    },
    at: (seconds: number) => {
      time = 100 + seconds;
      const due = [...ticks.values()];
      ticks.clear();
      for (const tick of due) tick(0);
    },
  };
}

const ticks = new Map<number, FrameRequestCallback>();

beforeEach(() => {
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (tick: FrameRequestCallback) => {
    last += 1;
    ticks.set(last, tick);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => ticks.delete(id));
});

afterEach(() => {
  ticks.clear();
  vi.unstubAllGlobals();
});

describe('the player', () => {
  test('follows the clock and skips late frames', async () => {
    const { player, at, flush, playhead, reports, displayed } = world();
    player.toggle();
    await flush();
    expect(player.playing()).toBe(true);
    for (const seconds of [0.04, 0.081, 0.4, 2.96]) at(seconds);
    expect(displayed.slice(-4)).toEqual([1, 2, 10, 74]);
    at(3.2);
    expect(playhead()).toBe(74);
    expect(player.playing()).toBe(false);
    expect(reports).toEqual([
      { playing: true, rate: 1 },
      { playing: false, rate: 1 },
    ]);
  });

  test('restarts at the beginning if the playhead is at the end', async () => {
    const { player, flush, playhead } = world({ playhead: 74 });
    player.play();
    await flush();
    expect(playhead()).toBe(0);
  });

  test('continues from a playhead that the user moved', async () => {
    const { player, at, flush, playhead, set } = world();
    player.play();
    await flush();
    at(1);
    set({ playhead: 60 });
    await flush();
    at(1.2);
    expect(playhead()).toBe(65);
    expect(player.playing()).toBe(true);
  });

  test('repeats the loop range', async () => {
    const { player, at, flush, playhead } = world({ loop: true, loopRange: { from: 50, to: 75 }, playhead: 10 });
    player.play();
    await flush();
    expect(playhead()).toBe(50);
    at(1.04);
    expect(playhead()).toBe(51);
    expect(player.playing()).toBe(true);
  });

  test('pauses with the K key and plays with J and L', async () => {
    const { player, at, flush, playhead, reports } = world({ playhead: 50 });
    player.shuttle(1);
    await flush();
    player.shuttle(1);
    await flush();
    at(0.2);
    expect(playhead()).toBe(60);
    player.shuttle(-1);
    await flush();
    at(0.4);
    expect(playhead()).toBe(55);
    player.shuttle(0);
    expect(reports.map(({ rate }) => rate)).toEqual([1, 2, -1, 1]);
    expect(player.playing()).toBe(false);
  });
});

test('a step stops playback and moves within the movie', async () => {
  const { player, flush, playhead } = world({ playhead: 3 });
  player.play();
  await flush();
  player.step(-10);
  expect(playhead()).toBe(0);
  expect(player.playing()).toBe(false);
  player.step(200);
  expect(playhead()).toBe(74);
});

test('the player shows a gesture’s frame without moving the playhead', async () => {
  const { player, displayed, set, playhead, flush, at } = world({ playhead: 5 });
  set({ previewedFrame: 49 });
  set({ previewedFrame: 50 });
  player.refresh();
  set({ previewedFrame: null });
  expect([playhead(), ...displayed.slice(1)]).toEqual([5, 49, 50, 50, 5]);
  player.play();
  await flush();
  set({ previewedFrame: 49 });
  at(0.2);
  expect(displayed.slice(5)).toEqual([5, 5, 10]);
});

test('the player moves the playhead to cuts, start, and end', () => {
  const { player, playhead } = world({ playhead: 60 });
  player.toCut(-1);
  expect(playhead()).toBe(50);
  player.toCut(-1);
  expect(playhead()).toBe(0);
  player.toCut(1);
  expect(playhead()).toBe(50);
  player.toEnd();
  expect(playhead()).toBe(74);
  player.toStart();
  expect(playhead()).toBe(0);
});

test('the player does not play an empty movie', async () => {
  const { player, flush } = world({ movie: movieOf('<movie width="320" height="180" framerate="25"/>') });
  player.play();
  await flush();
  expect(player.playing()).toBe(false);
});

describe('the sound during pause', () => {
  test('plays only for scrubbed and stepped frames', () => {
    const { player, set, heard } = world();
    set({ playhead: 40 });
    expect(heard).toEqual([]);
    set({ scrubbing: true });
    for (const playhead of [41, 42, 42, 30]) set({ playhead });
    set({ scrubbing: false });
    set({ playhead: 5 });
    expect(heard).toEqual([41, 42, 30]);
    player.step(2);
    expect(heard).toEqual([41, 42, 30, 7]);
    player.toEnd();
    expect(heard).toEqual([41, 42, 30, 7]);
  });

  test('is silent if the setting for scrub sound is off', () => {
    const { player, set, heard } = world({ scrubSound: false });
    set({ scrubbing: true });
    set({ playhead: 40 });
    player.step(1);
    expect(heard).toEqual([]);
  });
});

test('an edit renders only the current frame until the gesture ends', () => {
  const { set, aheads } = world();
  const film = (width: number) =>
    movieOf(`<movie width="${width}" height="180" framerate="25"><scene duration="50"/></movie>`);
  set({ movie: film(322), isChanging: true });
  const last = film(324);
  set({ movie: last });
  expect(aheads.slice(-2)).toEqual([0, 0]);
  set({ movie: last, isChanging: false });
  expect(aheads.at(-1)).toBe(2);
});
