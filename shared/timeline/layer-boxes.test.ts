import { expect, test } from 'vitest';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { layerBoxesAt } from './boxes.ts';
import { boundsOf, inverted, multiplyAffine, placeAt } from './placement.ts';
import { type KnownSizes, NOTHING_KNOWN } from './timeline-kinds.ts';

const film = (body: string) => {
  const xml = `<movie width="1000" height="500" framerate="25">${body}</movie>`;
  return required(resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'ignore' }).partial, 'a film');
};
const boundsAt = (body: string, frame: number, known: KnownSizes = NOTHING_KNOWN) =>
  layerBoxesAt(film(body), frame, { known, sizeAfter: sizeWithEffects }).map((box) => ({
    kind: box.layer.kind,
    groups: box.groups.length,
    played: box.isPlayed,
    ...boundsOf(box.matrix, box.size),
  }));

test('boxes are listed from the lowest layer, groups before members', () => {
  const body = `<scene duration="10"><solid width="200" height="100"/>
    <group position="100, 50" scale="0.5"><shape width="100" height="40" position="10, 0"/></group></scene>`;
  expect(boundsAt(body, 0)).toEqual([
    { kind: 'solid', groups: 0, played: true, left: 400, top: 200, width: 200, height: 100 },
    { kind: 'group', groups: 0, played: true, left: 350, top: 175, width: 500, height: 250 },
    { kind: 'shape', groups: 1, played: true, left: 580, top: 290, width: 50, height: 20 },
  ]);
});

test('keyframes and presets move the box of a layer', () => {
  const keys = '<animation><key time="0" position="0, 0"/><key time="10" position="100, 0"/></animation>';
  const body = `<scene duration="20"><solid width="100" height="100">${keys}</solid></scene>`;
  expect(boundsAt(body, 5)[0]).toMatchObject({ left: 500, width: 100 });
});

test('only visible layers have boxes, and disabled layers are not played', () => {
  const body = '<scene duration="20"><solid offset="5" duration="5"/><text content="a" enabled="false"/></scene>';
  expect(boundsAt(body, 4).map(({ kind }) => kind)).toEqual(['text']);
  expect(boundsAt(body, 5).map(({ kind, played }) => [kind, played])).toEqual([
    ['solid', true],
    ['text', false],
  ]);
});

test('the caller provides the sizes of files and texts', () => {
  const known = {
    ofSource: () => ({ width: 400, height: 100 }),
    ofText: () => ({ width: 300, height: 60 }),
    ofCaptions: () => null,
  };
  const cut = '<transform type="crop" left="100"/>';
  const body = `<scene duration="5"><image src="a.png">${cut}</image><video src="a.mp4" width="200"/><text content="a"/></scene>`;
  const sizes = (some: KnownSizes) => boundsAt(body, 0, some).map(({ width, height }) => [width, height]);
  expect(sizes(known)).toEqual([
    [300, 100],
    [200, 50],
    [300, 60],
  ]);
  expect(sizes(NOTHING_KNOWN)[1]).toEqual([200, 500]);
});

test('captions have the box of their layout at a frame', () => {
  const ofCaptions: KnownSizes['ofCaptions'] = (_, __, ___, at) => (at < 2 ? { width: 800, height: 90 } : null);
  const body = '<scene duration="5"><captions src="a.srt" size="30" lineheight="1.2" padding="2 5"/></scene>';
  const heights = [1, 2].map((frame) => boundsAt(body, frame, { ...NOTHING_KNOWN, ofCaptions })[0]?.height);
  expect(heights).toEqual([90, 40]);
});

test('captions without a layout have a one-line box at their position', () => {
  const body = '<scene duration="5"><captions src="a.srt" size="30" lineheight="1.2" padding="2 5"/></scene>';
  expect(boundsAt(body, 0)).toEqual([
    { kind: 'captions', groups: 0, played: true, left: 100, top: 420, width: 800, height: 40 },
  ]);
});

test('a transition has the boxes of its dominant scene and of overlays', () => {
  const body = `<overlay><text content="over" width="50" height="20"/></overlay>
    <scene duration="20"><solid/></scene><transition duration="10"/><scene duration="20"><shape/></scene>`;
  const kinds = (frame: number) => boundsAt(body, frame).map(({ kind }) => kind);
  expect(kinds(11)).toEqual(['solid', 'text']);
  expect(kinds(18)).toEqual(['shape', 'text']);
});

test('multiplying a matrix by its inverse gives the identity', () => {
  const turned = { a: 0, b: 2, c: -3, d: 0, e: 7, f: -5 };
  const back = required(inverted(turned), 'a way back');
  expect(placeAt(multiplyAffine(turned, back), { x: 11, y: 13 })).toEqual({ x: 11, y: 13 });
  expect(inverted({ ...turned, b: 0 })).toBeNull();
});

test('the boxes of a requested mask are in the masked picture', () => {
  const body = `<scene duration="20"><shape width="200" height="100" position="50, 0" offset="5"
    ><transform type="crop" left="100"/><mask><shape width="50%" height="50%" position="10, 0"/></mask></shape></scene>`;
  const movie = film(body);
  const [shape] = movie.scenes[0]?.layers ?? [];
  const inner = required(shape?.masks[0]?.layers[0], 'a mask').id;
  const boxes = (...masks: readonly (typeof inner)[]) =>
    layerBoxesAt(movie, 8, { known: NOTHING_KNOWN, sizeAfter: sizeWithEffects, inMasks: new Set(masks) });
  expect(boxes()).toHaveLength(1);
  const [, mask] = boxes(inner);
  expect(mask).toMatchObject({ masked: shape?.id, localFrame: 3, frame: { width: 100, height: 100 } });
  expect(mask && boundsOf(mask.matrix, mask.size)).toEqual({ left: 535, top: 225, width: 50, height: 50 });
});
