import { expect, test } from 'vitest';
import { animatableAttributesOf, effectRegistry, effectTypes } from '#shared/template/effects/effects.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { resolveTemplate } from './resolve.ts';

const resolved = (layer: string, resources = '') => {
  const { document } = sourceOf(
    `<movie width="160" height="90" framerate="25">${resources}<scene duration="9">${layer}</scene></movie>`,
  );
  return resolveTemplate(document, { values: new Map(), missing: 'error' });
};
const findingsOf = (effect: string) =>
  resolved(`<solid>${effect}</solid>`).findings.map(({ code, at, says }) => [code, at?.attribute, says.code]);
const blur = (inside: string) => `<filter type="blur">${inside}</filter>`;

test('keyframes animate the attributes of an effect if their types permit it', () => {
  const named = effectTypes.map((type) => [type, Object.keys(animatableAttributesOf(type))]);
  expect(Object.fromEntries(named)).toMatchObject({
    vignette: ['color', 'aperture'],
    dropshadow: ['offset', 'radius', 'color'],
    crop: ['top', 'right', 'bottom', 'left'],
    perspective: ['upperleft', 'upperright', 'lowerleft', 'lowerright'],
    colormatrix: ['matrix'],
    noise: ['amount', 'size', 'seed'],
    cube: ['amount'],
    flip: [],
  });
  for (const type of effectTypes)
    for (const name of Object.keys(animatableAttributesOf(type)))
      expect(Object.keys(effectRegistry[type].attributes)).toContain(name);
});

test('keyframes of an effect accept variables and attribute aliases', () => {
  const keys =
    '<animation><key time="0" saturation="${strong, 2}"/><keyframe time="50%" saturation="1" easing="ease-out"/></animation>';
  const { movie, findings } = resolved(`<solid><filter type="saturation" intensity="1">${keys}</filter></solid>`);
  expect(findings).toEqual([]);
  expect(movie?.scenes[0]?.layers[0]?.effects[0]?.animations?.[0]?.keys.map(({ values }) => values)).toEqual([
    { intensity: 2 },
    { intensity: 1 },
  ]);
  expect(findingsOf(blur('<animation><key time="0" radius="251"/></animation>'))).toEqual([
    ['template/invalid-value', 'radius', 'template/invalid-value'],
  ]);
});

test('an effect without enabled animations stays fixed', () => {
  const { movie } = resolved(
    `<solid>${blur('')}${blur('<animation enabled="false"><key time="0" radius="1"/></animation>')}</solid>`,
  );
  expect(movie?.scenes[0]?.layers[0]?.effects.map((effect) => 'animations' in effect)).toEqual([false, false]);
});

test('a keyframe of an unknown or fixed attribute is an error', () => {
  const expectRefusal = (effect: string, attribute: string) =>
    expect(findingsOf(effect)).toEqual([['template/not-animatable', attribute, 'template/not-animatable']]);
  expectRefusal(blur('<animation><key time="0" radius="1" opacity="0"/></animation>'), 'opacity');
  expectRefusal(blur('<animation><key time="0" radius="1" amount="0"/></animation>'), 'amount');
  expectRefusal('<transform type="flip" axis="x"><animation><key time="0" axis="y"/></animation></transform>', 'axis');
  expectRefusal('<filter type="noise"><animation><key time="0" color="#ff0000"/></animation></filter>', 'color');
});

test('presets of effects and animations of masks are errors', () => {
  expect(findingsOf(blur('<animation type="fadein"/>'))).toEqual([
    ['template/not-animatable', 'type', 'template/preset-of-effect'],
  ]);
  const mask = '<mask><animation><key time="0" invert="true"/></animation><solid/></mask>';
  expect(findingsOf(mask)).toEqual([['template/not-animatable', undefined, 'template/animation-of-mask']]);
});

test('animations of effects have the limits of layer animations', () => {
  const animation = '<animation><key time="0" radius="1"/></animation>';
  expect(findingsOf(blur(animation.repeat(32)))).toEqual([]);
  expect(findingsOf(blur(animation.repeat(33))).map(([code]) => code)).toEqual(['template/too-many-layers']);
  expect(findingsOf(blur('<animation/>')).map(([code]) => code)).toEqual(['template/no-keys']);
  expect(
    findingsOf(blur('<animation><key time="3" radius="1"/><key time="3" radius="2"/></animation>')).map(
      ([code]) => code,
    ),
  ).toEqual(['template/key-order']);
  expect(
    findingsOf(blur('<animation><key time="0" radius="1"/><key time="12" radius="2"/></animation>')).map(
      ([code]) => code,
    ),
  ).toEqual(['template/key-outside']);
});
