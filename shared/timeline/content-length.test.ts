import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline } from './build-timeline.ts';

import { hasOpenLengths, lengthDeterminingSources } from './content-length.ts';
import type { EndsOf } from './timeline-kinds.ts';

/**
 * The ends at 25 frames per second. The names of sources contain the ends of picture and sound: `2-2.mp4`,
 * `none-1.5.wav`.
 */
const ends: EndsOf = ({ source }) => {
  const [picture = '', sound = ''] = source.kind === 'asset' ? source.name.replace(/\.\w+$/, '').split('-') : [];
  if (picture === 'unknown') return null;
  return { picture: picture === 'none' ? null : Number(picture), sound: sound === 'none' ? null : Number(sound) };
};

const read = (inside: string) => sourceOf(`<movie width="160" height="90" framerate="25">${inside}</movie>`);
const resolved = (inside: string, sourceEnds?: EndsOf) =>
  resolveTemplate(read(inside).document, { values: new Map(), missing: 'error', sourceEnds });
const codes = (inside: string, sourceEnds: EndsOf = ends) =>
  resolved(inside, sourceEnds).findings.map(({ code, at }) => [code, at?.attribute ?? null]);

/** Returns the length of a scene with these layers. */
function lengthOf(layers: string, attributes = ''): number {
  const { movie, findings } = resolved(`<scene ${attributes}>${layers}</scene>`, ends);
  return buildTimeline(required(movie, JSON.stringify(findings))).length;
}

describe('a scene without a duration', () => {
  test('ends with the last layer that has a length', () => {
    expect(lengthOf('<text content="a" offset="3s"/><solid duration="1s" offset="10"/><image src="a.png"/>')).toBe(35);
    expect(lengthOf('<video src="2-2.mp4"/><group duration="60"><video src="9-9.mp4"/></group>')).toBe(60);
    expect(lengthOf('<video src="2-2.mp4"/><group><video src="9-9.mp4"/></group>')).toBe(50);
    expect(
      lengthOf('<video src="2-2.mp4"/><video src="9-9.mp4" enabled="false"/><audio src="none-9.wav" loop="true"/>'),
    ).toBe(50);
  });

  test('includes a video from its in-point at its speed, without freeze frames', () => {
    expect(lengthOf('<video src="2-2.mp4" skip="10" offset="5"/>')).toBe(45);
    expect(lengthOf('<video src="2-2.mp4" skip="10" speed="3"/>')).toBe(13);
    expect(lengthOf('<video src="2.02-2.mp4" end="loop"/>')).toBe(51);
    expect(lengthOf('<video src="2.01-2.mp4"/>')).toBe(50);
    expect(lengthOf('<video src="9-9.mp4" freeze="1"/><solid duration="7"/>')).toBe(7);
    expect(lengthOf('<video src="none-3.mp4"/>')).toBe(75);
  });

  test('includes a video’s sound that is longer than its picture', () => {
    expect(lengthOf('<video src="2.04-6.mp4"/>')).toBe(150);
    expect(lengthOf('<video src="2.04-6.mp4" skip="25" speed="2"/>')).toBe(63);
    expect(lengthOf('<video src="6-2.mp4"/>')).toBe(150);
    expect(lengthOf('<video src="2.04-none.mp4"/>')).toBe(51);
    expect(lengthOf('<video src="2-2.06.mp4"/>')).toBe(50);
  });

  test('ignores a video’s sound that is inaudible after the picture', () => {
    expect(lengthOf('<video src="2.04-6.mp4" audio="false"/>')).toBe(51);
    expect(lengthOf('<video src="2.04-6.mp4" end="hide"/>')).toBe(51);
    expect(lengthOf('<video src="2.04-6.mp4" end="loop"/>')).toBe(51);
  });

  test('includes the rest of a sound, rounded up to a frame', () => {
    expect(lengthOf('<audio src="none-2.wav"/>')).toBe(50);
    expect(lengthOf('<audio src="none-2.001.wav" offset="10"/>')).toBe(61);
    expect(lengthOf('<audio src="9-2.mp4" skip="25" speed="2"/>')).toBe(13);
    expect(lengthOf('<audio src="none-2.wav" duration="9"/>')).toBe(9);
  });

  test('includes captions up to the last cue, rounded up to a frame', () => {
    expect(lengthOf('<captions src="2.srt"/>')).toBe(50);
    expect(lengthOf('<captions src="2.001.srt" skip="25" offset="10"/>')).toBe(36);
    expect(lengthOf('<captions src="2.srt" overlap="-10"/><solid duration="3"/>')).toBe(40);
    expect(lengthOf('<captions src="2.srt" duration="7"/>')).toBe(7);
    expect(codes('<scene><captions src="none-none.srt"/></scene>')).toEqual([['template/no-length', null]]);
  });

  test('subtracts the overlap of a layer', () => {
    expect(lengthOf('<video src="2-2.mp4" overlap="10" offset="5"/>')).toBe(45);
    expect(lengthOf('<video src="2-2.mp4" overlap="-10"/>')).toBe(40);
    expect(lengthOf('<solid duration="20" overlap="-5" offset="1"/>')).toBe(16);
    expect(lengthOf('<solid duration="20" overlap="5" offset="1"/>')).toBe(21);
  });

  test('is lengthened by `extra`, unlike a scene with a duration', () => {
    expect(lengthOf('<video src="2-2.mp4"/>', 'extra="1s"')).toBe(75);
    expect(lengthOf('<video src="2-2.mp4"/>', 'duration="9" extra="1s"')).toBe(9);
  });
});

test('a scene with the duration `audio` is as long as its sounds', () => {
  expect(lengthOf('<video src="9-9.mp4"/><audio src="none-2.wav"/>', 'duration="audio"')).toBe(50);
  expect(codes('<scene duration="audio"><video src="9-9.mp4"/></scene>')).toEqual([['template/no-length', null]]);
});

describe('a scene of unknown length', () => {
  const inside = '<scene><video src="2-2.mp4"/><video src="unknown.mp4"/></scene><scene duration="10"/>';

  test('lasts five seconds until all sources are known', () => {
    const { movie } = resolved(inside, ends);
    const known = required(movie, 'a movie');
    expect([buildTimeline(known).length, hasOpenLengths(known), known.scenes[0]?.fits?.state]).toEqual([
      135,
      true,
      'open',
    ]);
    const { movie: later } = resolved(inside, () => ({ picture: 3, sound: null }));
    expect([buildTimeline(required(later, 'a movie')).length, hasOpenLengths(required(later, 'a movie'))]).toEqual([
      85,
      false,
    ]);
  });

  test('makes the times of later variables null', () => {
    const { variables } = listVariables(
      read('<scene><video src="${a, 2-2.mp4}"/></scene><scene duration="10"><video src="${b, 2-2.mp4}"/></scene>')
        .document,
    );
    expect(variables.map(({ name, offset, numframes }) => [name, offset, numframes])).toEqual([
      ['a', 0, null],
      ['b', null, null],
    ]);
  });

  test('requests only the sources that determine the length', () => {
    const { movie } = resolved(
      `${inside}<scene duration="audio"><video src="a.mp4"/><audio src="b.wav"/></scene><scene><solid duration="1"/>
       <video src="c.mp4" duration="2"/></scene><scene enabled="false"><video src="d.mp4"/></scene>
       <scene><captions src="e.srt"/></scene>`,
      undefined,
    );
    expect(
      lengthDeterminingSources(required(movie, 'a movie')).map(({ kind, source }) => [
        source.kind === 'asset' ? source.name : '',
        kind,
      ]),
    ).toEqual([
      ['2-2.mp4', 'media'],
      ['unknown.mp4', 'media'],
      ['b.wav', 'media'],
      ['e.srt', 'captions'],
    ]);
  });

  test('suppresses findings that depend on its length', () => {
    const late = '<text content="a" offset="9s"/>';
    expect(codes(`<scene><video src="unknown.mp4"/>${late}</scene>`)).toEqual([]);
    expect(codes(`<scene><video src="2-2.mp4"/>${late}</scene>`)).toEqual([['template/layer-outside', 'offset']]);
  });

  test('reports enabled scenes in which no layer has a length', () => {
    expect(codes('<scene><text content="a"/></scene><scene duration="5"/>')).toEqual([['template/no-length', null]]);
    expect(codes('<scene enabled="false"><text content="a"/></scene><scene duration="5"/>')).toEqual([]);
    expect(codes('<scene><audio src="2-none.mp4"/></scene>')).toEqual([
      ['template/no-length', null],
      ['source/no-sound', null],
    ]);
  });

  test('checks a content length after all variables have values', () => {
    const saved = (inside: string) =>
      resolveTemplate(read(inside).document, { values: new Map(), missing: 'ignore' }).findings.map(({ code }) => code);
    expect(saved('<scene><video src="${clip}"/></scene>')).toEqual([]);
    expect(saved('<scene><solid duration="2s" condition="${promo}"/></scene>')).toEqual([]);
    expect(saved('<scene><solid duration="${long}"/></scene>')).toEqual([]);
    expect(saved('<scene><solid color="${tint, #fff}"/></scene>')).toEqual(['template/no-length']);
  });

  test('is refused if its content exceeds the limit of a movie', () => {
    expect(codes('<scene><video src="1e9-1e9.mp4"/></scene>')).toEqual([['template/too-long', null]]);
  });
});

test('scenes with a known length stay the same objects', () => {
  const { document } = read('<scene><video src="2-2.mp4"/></scene><scene duration="10"/>');
  const options = { values: new Map<string, string>(), missing: 'error' as const };
  const memory = { scenes: new WeakMap(), layers: new WeakMap(), frameRate: null, numbers: { of: () => 0 } };
  const scenes = () =>
    required(resolveTemplate(document, { ...options, memory, sourceEnds: ends }).movie, 'a movie').scenes;
  const [first, second] = [scenes(), scenes()];
  expect(second.map((scene, index) => scene === first[index])).toEqual([true, true]);
});

test('layers that begin or freeze after their source’s end are reported', () => {
  expect(
    codes(`<scene duration="9"><video src="2-2.mp4" skip="2s"/><video src="2-2.mp4" skip="49"/>
      <video src="2-2.mp4" skip="9s" freeze="1"/><video src="2-2.mp4" freeze="9s"/><video src="unknown.mp4" freeze="9s"/><audio src="9-3.mp4" skip="75"/><video src="unknown.mp4" skip="9s"/></scene>
      <scene duration="9" enabled="false"><video src="2-2.mp4" skip="2s"/></scene><audio src="none-3.wav" skip="4s"/>`),
  ).toEqual([
    ['source/ended', 'skip'],
    ['source/ended', 'freeze'],
    ['source/ended', 'skip'],
    ['source/ended', 'skip'],
  ]);
});

test('reports each source without the requested stream once', () => {
  expect(
    codes(`<scene duration="9"><video src="none-3.mp3"/><video src="none-3.mp3" freeze="1"/><video src="none-3.mp3" skip="9s"/>
      <video src="2-none.mp4" audio="true"/><audio src="2-none.mp4"/><audio src="2-none.mp4" skip="9s"/></scene>`),
  ).toEqual([
    ['source/no-picture', null],
    ['source/no-sound', null],
  ]);
});
