import { describe, expect, test } from 'vitest';
import {
  firstView,
  fittedView,
  followedView,
  frameAt,
  revealedView,
  tickSteps,
  ticksBetween,
  xOf,
  zoomedView,
  zoomOfShare,
  zoomShare,
} from '#renderer/editor/timeline-view.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { filmOf } from '../testing/film.ts';
import { clipOf, clipsIn, hitClip } from './scene-geometry.ts';

describe('a view of the timeline', () => {
  const view = { pixelsPerFrame: 2, scroll: 300, width: 800 };

  test('keeps the frame at the pointer in place during a zoom', () => {
    const zoomed = zoomedView(view, 5, 250, 5000);
    expect(zoomed.pixelsPerFrame).toBe(5);
    expect(frameAt(250, zoomed)).toBeCloseTo(frameAt(250, view), 9);
  });

  test('does not scroll before the first frame', () => {
    expect(zoomedView(view, 0.01, 700, 5000)).toMatchObject({ scroll: 0 });
    expect(zoomedView(view, 1000, 0, 5000).pixelsPerFrame).toBe(48);
  });

  test('shows the whole timeline after fitting', () => {
    const fitted = fittedView(1185, 1236);
    expect(xOf(1185, fitted)).toBeLessThanOrEqual(1236);
    expect(xOf(1185, fitted)).toBeGreaterThan(1200);
  });

  test('starts with a zoom at which 1,000 scenes are distinguishable', () => {
    expect(firstView(75_000, 1236).pixelsPerFrame).toBe(0.5);
  });

  test('converts a zoom to a slider position and back', () => {
    expect(zoomShare(zoomOfShare(0.37, 1185, 1000), 1185, 1000)).toBeCloseTo(0.37, 9);
  });

  test('scrolls by a page only when the playhead leaves the view', () => {
    expect(followedView(view, 200, 5000)).toBe(view);
    expect(xOf(560, followedView(view, 560, 5000))).toBeCloseTo(40);
    expect(xOf(4000, followedView(view, 4000, 5000))).toBeCloseTo(240);
  });

  test('scrolls only as far as needed to show a scene', () => {
    expect(revealedView(view, 160, 300, 5000)).toBe(view);
    expect(xOf(100, revealedView(view, 100, 200, 5000))).toBe(48);
    expect(xOf(600, revealedView(view, 500, 600, 5000))).toBe(752);
  });
});

describe('the clips of scenes', () => {
  const timeline = timelineOf(filmOf([100, 50, [30, 'off'], 80]));

  test('are located at the frames of their scenes', () => {
    const clips = clipsIn(timeline, { from: 0, to: 2000 }, 2);
    expect(clips.map(({ index, left, width }) => [index, left, width])).toEqual([
      [0, 0, 200],
      [1, 200, 100],
      [3, 300, 160],
    ]);
    expect([clipOf(timeline, 2, 2), clipOf(timeline, 3, 2)?.left]).toEqual([null, 300]);
  });

  test('exist only in the visible range', () => {
    const long = timelineOf(filmOf(Array.from({ length: 1000 }, () => 50)));
    const clips = clipsIn(long, { from: 50_000, to: 51_000 }, 2);
    expect(clips.length).toBeLessThan(16);
    expect(clips.every(({ left, width }) => left + width > 49_900 && left < 51_100)).toBe(true);
  });
});

describe('the pointer on a clip', () => {
  const film = filmOf([100, 50, 80]);
  const clips = clipsIn(timelineOf(film), { from: 0, to: 1000 }, 2);
  const second = film.scenes[1];
  const hit = (x: number, selected = false) => {
    const found = hitClip(clips, x, new Set(selected && second !== undefined ? [second.id] : []));
    return found === null ? null : `${found.box.index} ${found.zone}`;
  };

  test('hits the clip’s body or a nearby edge', () => {
    expect([hit(100), hit(197), hit(203), hit(250)]).toEqual(['0 body', '0 end', '1 start', '1 body']);
    expect(hit(470)).toBe(null);
  });

  test('hits the handles of a selected scene up to 12 pixels outside', () => {
    expect([hit(189, true), hit(188, true), hit(209, true), hit(211, true), hit(311, true)]).toEqual([
      '1 start',
      '0 body',
      '1 start',
      '1 body',
      '1 end',
    ]);
  });

  test('hits the body of even the narrowest scene', () => {
    const narrow = clipsIn(timelineOf(filmOf([4, 100])), { from: 0, to: 500 }, 2);
    expect(hitClip(narrow, 4, new Set())).toMatchObject({ box: { index: 0 }, zone: 'body' });
  });
});

describe('the ticks of the ruler', () => {
  test.each([
    ['30', frameRate(30), 1.12, 'time', { major: 150, middle: 30, minor: 10 }],
    ['29.97', frameRate(30_000, 1001), 12, 'time', { major: 10, middle: 2, minor: 1 }],
    ['25, single frames', frameRate(25), 48, 'time', { major: 5, middle: 1, minor: 1 }],
    ['24, hours', frameRate(24), 0.001, 'time', { major: 172_800, middle: 43_200, minor: 14_400 }],
    ['one a second', frameRate(1), 10, 'time', { major: 10, middle: 5, minor: 1 }],
    ['30, counted in frames,', frameRate(30), 1.12, 'frames', { major: 60, middle: 30, minor: 10 }],
  ] as const)('have a readable distance for %s frames', (_, rate, pixelsPerFrame, unit, steps) => {
    expect(tickSteps(rate, pixelsPerFrame, unit)).toEqual(steps);
  });

  test.each([12, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 100, 240])(
    'have labels that do not overlap at %d fps',
    (fps) => {
      const rate = frameRate(Math.round(fps * 1001), 1001);
      for (let zoom = 0.0005; zoom < 48; zoom *= 1.3) {
        const { major, middle, minor } = tickSteps(rate, zoom, 'time');
        expect(major * zoom).toBeGreaterThanOrEqual(88);
        expect(tickSteps(rate, zoom, 'frames').major * zoom).toBeGreaterThanOrEqual(60);
        expect(minor === middle || minor * zoom >= 8).toBe(true);
        expect([major % middle, middle % minor]).toEqual([0, 0]);
      }
    },
  );

  test('have one kind per frame, the largest that fits', () => {
    expect(
      ticksBetween({ major: 10, middle: 5, minor: 1 }, 8.5, 11).map(({ frame, kind }) => `${frame} ${kind}`),
    ).toEqual(['8 minor', '9 minor', '10 major', '11 minor']);
  });
});
