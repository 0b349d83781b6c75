import { expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import type { ComposedPart } from '../parts/composed-part.ts';

const VIDEO = '<video src="a.mp4" opacity="0.9"/>';
const BOTH = '<layer ref="a"/><layer ref="b"/>';

interface Parts {
  readonly first?: string;
  readonly second?: string;
  readonly inside?: string;
  readonly length?: number;
  readonly type?: string;
}

const film = ({ first = VIDEO, second = VIDEO, inside = BOTH, length = 10, type = 'custom' }: Parts = {}) =>
  `<movie width="320" height="180" framerate="25"><scene id="a" duration="50">${first}</scene>
   <transition type="${type}" duration="${length}"><scene>${inside}</scene></transition>
   <scene id="b" duration="50">${second}</scene></movie>`;

const keysOf = (parts: Parts = {}) => planFilm(film(parts)).scenes.map(({ picture }) => picture?.key);

function transitionPart(parts: Parts = {}): ComposedPart {
  const { part } = required(planFilm(film(parts)).scenes[1]?.picture, 'a picture');
  if (part.kind !== 'composed') throw new Error('a part that FFmpeg makes alone');
  return part;
}

test('a custom transition leaves its neighbor segments unchanged', () => {
  const keys = keysOf();
  const crossfade = planFilm(film({ type: 'crossfade', inside: '' }).replace('<scene></scene>', '')).scenes;
  expect(keys).toHaveLength(3);
  expect([keys[0], keys[2]]).toEqual([crossfade[0]?.picture?.key, crossfade[2]?.picture?.key]);
  expect(keys[1]).not.toBe(crossfade[1]?.picture?.key);
});

test('the key depends only on the visible range of both scenes', () => {
  const before = keysOf();
  const changed = (parts: Parts) => keysOf(parts).map((key, index) => key !== before[index]);
  const early = `${VIDEO}<text content="Early" duration="5"/>`;
  const late = `${VIDEO}<text content="Late" offset="45"/>`;
  expect(changed({ first: early })).toEqual([true, false, false]);
  expect(changed({ first: late })).toEqual([false, true, false]);
  expect(changed({ second: early })).toEqual([false, true, false]);
  expect(changed({ second: late })).toEqual([false, false, true]);
  expect(changed({ inside: `${BOTH}<solid/>` })).toEqual([false, true, false]);
  // A transition that starts at another frame displays other frames of the scene.
  expect(changed({ inside: '<layer ref="a" overlap="-12"/><layer ref="b"/>' })).toEqual([false, true, false]);
  expect(changed({ inside: '<layer ref="a" overlap="-10"/><layer ref="b"/>' })).toEqual([false, false, false]);
});

test('each inner scene has a separate range and separate decoders', () => {
  const part = transitionPart({ inside: '<layer ref="b" offset="4"/><layer ref="a" overlap="-6"/>' });
  if (part.scene.kind !== 'scene') throw new Error('a custom transition is composed as a scene');
  const ranges = part.scene.layers.map(({ from }) => (from.kind === 'scene' ? [from.from, from.scene.duration] : []));
  expect(part.scene.duration).toBe(10);
  expect(ranges).toEqual([
    [0, 50],
    [44, 50],
  ]);
  // The second layer holds its last frame, because its scene ends after six frames.
  expect(part.decoders.map(({ first, length }) => [first, length])).toEqual([
    [4, 6],
    [0, 6],
  ]);
});

test('a layer without an adjacent scene is omitted', () => {
  const xml = film({ inside: BOTH }).replace('<scene id="b"', '<scene id="b" condition="no"');
  const part = planFilm(xml.replace('</movie>', '<scene duration="50"/></movie>')).scenes[1]?.picture?.part;
  if (part?.kind !== 'composed' || part.scene.kind !== 'scene') throw new Error('a custom transition');
  expect(part.scene.layers).toHaveLength(1);
});
