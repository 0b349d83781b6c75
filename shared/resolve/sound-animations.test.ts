import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { resolveTemplate } from './resolve.ts';

const resolved = (inside: string) => {
  const { document } = sourceOf(`<movie width="160" height="90" framerate="25">${inside}</movie>`);
  return resolveTemplate(document, { values: new Map(), missing: 'error' });
};
const findingsOf = (inside: string) =>
  resolved(inside).findings.map(({ code, at, says }) => [code, at?.attribute, says.code, says.values]);
const inSound = (inside: string) => findingsOf(`<scene duration="9"><audio src="a.wav">${inside}</audio></scene>`);

test('keyframes of a sound animate only volume and pan', () => {
  const keys = '<animation><key time="0" volume="-6dB" pan="1"/><keyframe time="5" volume="${loud, 2}"/></animation>';
  expect(inSound(keys)).toEqual([]);
  expect(findingsOf(`<scene duration="9"/><audio src="a.wav">${keys}</audio>`)).toEqual([]);
  expect(inSound('<animation><key time="0" volume="1" opacity="0"/></animation>')).toEqual([
    ['template/not-animatable', 'opacity', 'template/not-animatable', { property: 'opacity', element: 'audio' }],
  ]);
  expect(inSound('<animation><key time="0" volume="9"/></animation>').map(([code]) => code)).toEqual([
    'template/invalid-value',
  ]);
});

test('keyframes of volume and pan require a layer with sound', () => {
  for (const layer of ['solid', 'group', 'shape'])
    expect(
      findingsOf(`<scene duration="9"><${layer}><animation><key time="0" pan="0"/></animation></${layer}></scene>`),
    ).toEqual([['template/not-animatable', 'pan', 'template/not-animatable', { property: 'pan', element: layer }]]);
});

test('a preset of a sound is an error', () => {
  for (const preset of ['fadein', 'pan', 'spin'])
    expect(inSound(`<animation type="${preset}"/>`)).toEqual([
      ['template/not-animatable', 'type', 'template/preset-of-sound', { preset }],
    ]);
});

test('a count of anything but a text is an error', () => {
  expect(findingsOf('<scene duration="9"><solid><animation type="countup"/></solid></scene>')).toEqual([
    ['template/not-animatable', 'type', 'template/preset-of-number', { preset: 'countup', element: 'solid' }],
  ]);
});

test('a sound has at most 32 animations', () => {
  const animation = '<animation><key time="0" volume="1"/></animation>';
  expect(inSound(animation.repeat(32))).toEqual([]);
  expect(inSound(animation.repeat(33)).map(([code]) => code)).toEqual(['template/too-many-layers']);
});

test('keyframes of a video are divided into picture and sound', () => {
  const { movie } = resolved(`<scene duration="9"><video src="a.mp4">
    <animation><key time="0" opacity="0" volume="0"/><key time="4" opacity="1"/><key time="8" volume="2"/></animation>
    <animation><key time="0" pan="1"/></animation><animation type="fadein"/></video></scene>`);
  const [layer] = required(movie?.scenes[0], 'a scene').layers;
  if (layer?.kind !== 'video') throw new Error('there is no video');
  const keysOf = (animations: (typeof layer)['animations'] = []) =>
    animations.map((animation) =>
      animation.kind === 'custom' ? animation.keys.map(({ time, values }) => [time.amount, values]) : [],
    );
  expect(keysOf(layer.animations)).toEqual([
    [
      [0, { opacity: 0 }],
      [4, { opacity: 1 }],
      [8, {}],
    ],
    [],
  ]);
  expect(keysOf(layer.soundAnimations)).toEqual([
    [
      [0, { volume: 0 }],
      [4, {}],
      [8, { volume: 2 }],
    ],
    [[0, { pan: 1 }]],
  ]);
});
