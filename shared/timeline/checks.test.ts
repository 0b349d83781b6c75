import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';

function problems(...scenes: readonly string[]): readonly string[] {
  const source = film(...scenes);
  const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  return locateFindings(findings, source).map(({ code, line, path }) => `${line} ${code} ${path}`);
}

const animated = (...keys: readonly string[]) =>
  problems(`<scene duration="50"><solid><animation duration="20">${keys.join('')}</animation></solid></scene>`);

test('a layer that begins after its scene’s end is reported', () => {
  expect(problems('<scene duration="50"><solid offset="49"/>', '<text content="a" offset="50"/></scene>')).toEqual([
    '3 template/layer-outside movie/scene/text@offset',
  ]);
});

test('a finding names the layer by name, file, or text', () => {
  const source = film(
    '<scene duration="50"><image src="store1.jpg" offset="50"/><image src="a.jpg" name="Logo" offset="50"/>',
    '<text content="Hello" offset="50"/><solid offset="50"/></scene>',
  );
  const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  expect(locateFindings(findings, source).map(({ message }) => message.split(' starts')[0])).toEqual([
    '`store1.jpg`',
    '`Logo`',
    '`Hello`',
    '`solid`',
  ]);
});

test('keyframes in the wrong order or after the end are reported', () => {
  expect(animated('<key time="5" opacity="1"/>', '<key time="5" opacity="0"/>')).toEqual([
    '2 template/key-order movie/scene/solid/animation/key[2]@time',
  ]);
  expect(animated('<key time="10%" opacity="1"/>', '<key time="21" opacity="0"/>')).toEqual([
    '2 template/key-outside movie/scene/solid/animation/key[2]@time',
  ]);
  expect(animated('<key time="0" opacity="1"/>', '<key time="100%" opacity="0"/>')).toEqual([]);
});

test('misplaced and missing keyframes are reported', () => {
  expect(animated('<key time="0" fontsize="10"/>')).toEqual([
    '2 template/not-animatable movie/scene/solid/animation/key@fontsize',
  ]);
  expect(animated()).toEqual(['2 template/no-keys movie/scene/solid/animation']);
  expect(
    problems('<scene duration="5"><solid><animation type="fadein"><key time="0"/></animation></solid></scene>'),
  ).toEqual(['2 template/no-keys movie/scene/solid/animation/key']);
});

test('sound keyframes after the end of their container are reported once', () => {
  const keys = '<animation duration="99"><key time="0" volume="1"/><key time="40" volume="0"/></animation>';
  expect(
    problems(
      '<scene duration="50"><audio src="a.wav" offset="20">',
      `${keys}</audio></scene>`,
      `<audio src="a.wav" offset="20">${keys}</audio>`,
      `<audio src="a.wav">${keys}</audio>`,
    ),
  ).toEqual([
    '3 template/key-outside movie/scene/audio/animation/key[2]@time',
    '4 template/key-outside movie/audio[1]/animation/key[2]@time',
  ]);
  const both = '<key time="9" volume="1" opacity="1"/>';
  expect(problems(`<scene duration="5"><video src="a.mp4"><animation>${both}</animation></video></scene>`)).toEqual([
    '2 template/key-outside movie/scene/video/animation/key@time',
  ]);
});

test('invalid outlines and texts without content are reported', () => {
  expect(
    problems(
      '<scene duration="5"><shape type="ellipse" points="0,0 9,0 9,9"/>',
      '<shape points="1,2; 3,4"/>',
      '<shape points="0,0 9,0 9,9"/>',
      '<text/>',
      '<text content="a"><content>b</content></text></scene>',
    ),
  ).toEqual([
    '2 template/path movie/scene/shape[1]@points',
    '3 template/path movie/scene/shape[2]@points',
    '5 template/missing-attribute movie/scene/text[1]',
    '6 template/duplicate-attribute movie/scene/text[2]/content',
  ]);
});

test('font families that are neither declared nor bundled are reported', () => {
  expect(
    problems(
      '<resources><font family="Brand" src="b.ttf"/></resources>',
      '<scene duration="5"><text content="a" font="Brand, c.woff2, Noto Sans"/>',
      '<text content="a" font="Brandt"/></scene>',
    ),
  ).toEqual(['4 font/family movie/scene/text[2]@font']);
});

test('adjacent transitions are reported unless a disabled scene separates them', () => {
  const played = '<scene duration="50"/>';
  const transition = '<transition type="fade" duration="10"/>';
  expect(problems(played, transition, transition, played)).toEqual(['4 template/transition-place movie/transition[2]']);
  for (const between of ['<scene duration="50" condition="${extra}"/>', '<scene duration="50" enabled="false"/>']) {
    expect(problems(played, transition, between, transition, played)).toEqual([]);
  }
});
