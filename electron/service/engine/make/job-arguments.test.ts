import { expect, test } from 'vitest';
import { factsOf, graphPart, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import type { Part } from '../parts/part.ts';
import { partArguments } from './job-arguments.ts';

const SETTINGS = {
  sourcePath: (sha256: string) => `/media/${sha256}`,
  stillPath: () => '/scratch/still',
  decodingThreadsOf: ({ kind, length }: Part) => (kind === 'picture' && length > 100 ? 6 : 3),
  encodingThreadsOf: ({ kind, length }: Part) => (kind === 'picture' && length > 100 ? 5 : 2),
  toolsVersion: '5.1.9',
};

/** Returns FFmpeg's arguments for the picture and the sound of each scene. */
function argumentsFor(
  scenes: string,
  options: Parameters<typeof planFilm>[1] = {},
  toolsVersion = SETTINGS.toolsVersion,
): readonly string[] {
  const plan = planFilm(`<movie width="320" height="180" framerate="25">${scenes}</movie>`, options);
  const parts = plan.scenes.flatMap(({ picture, sound }) => [picture, sound]).filter((part) => part !== null);
  return partArguments(
    parts.map((keyed, index) => ({ part: graphPart(keyed), path: `/scratch/${index}.new` })),
    { ...SETTINGS, toolsVersion },
  );
}

const valuesOf = (list: readonly string[], option: string): readonly string[] =>
  list.flatMap((argument, index) => (argument === option ? [required(list[index + 1], option)] : []));

const SCENE = '<scene duration="10"><video src="a.mp4"/></scene>';

test('picture and sound of a scene read their source once', () => {
  const list = argumentsFor(SCENE);
  expect(valuesOf(list, '-i')).toEqual(['file:/media/a.mp4']);
  expect(valuesOf(list, '-map')).toEqual(['[p0out]', '[p1out]']);
  expect(valuesOf(list, '-y')).toEqual(['file:/scratch/0.new', 'file:/scratch/1.new']);
  expect(valuesOf(list, '-frames:v')).toEqual(['10']);
});

test('several scenes keep their inputs, labels, and files apart', () => {
  const list = argumentsFor(`${SCENE}<scene duration="5"><video src="b.mp4" skip="25"/></scene>`);
  expect(valuesOf(list, '-i')).toEqual(['file:/media/a.mp4', 'file:/media/b.mp4', 'file:/media/b.mp4']);
  expect(valuesOf(list, '-ss')).toEqual(['1', '0.75']);
  const [graph = ''] = valuesOf(list, '-filter_complex');
  expect(graph.match(/\[\d+:\d+\]/g)).toEqual(['[0:0]', '[0:1]', '[1:0]', '[2:1]']);
  expect(graph.match(/\[p\dout\]/g)).toEqual(['[p0out]', '[p1out]', '[p2out]', '[p3out]']);
});

test('scenes after one sync frame share a decoder', () => {
  const scenes = [0, 60, 150].map(
    (skip) => `<scene duration="10"><video src="a.mp4" skip="${skip}" audio="false"/></scene>`,
  );
  const list = argumentsFor(scenes.join(''), { facts: { 'a.mp4': factsOf({ keyFrames: [0, 5] }) } });
  expect(valuesOf(list, '-i')).toEqual(['file:/media/a.mp4', 'file:/media/a.mp4']);
  expect(valuesOf(list, '-ss')).toEqual(['5']);
  const [graph = ''] = valuesOf(list, '-filter_complex');
  expect(graph.match(/\[\d+:\d+\]tpad=[^,]*,(setpts=[^,]*)?/g)?.map((text) => text.replace(/tpad=[^,]*,/, ''))).toEqual(
    ['[0:0]', '[0:0]setpts=PTS-round(2.4/TB)', '[1:0]setpts=PTS-round(1/TB)'],
  );
});

test.each([
  ['5.1.9', [['[p0out]', '[p1out]', '[p2out]', '[p3out]']]],
  // The sounds share a graph.
  ['7.1.5', [['[p0out]'], ['[p2out]'], ['[p1out]', '[p3out]']]],
])('FFmpeg %s gets the graphs %j for two scenes', (version, outputs) => {
  const list = argumentsFor(`${SCENE}<scene duration="5"><video src="b.mp4"/></scene>`, {}, version);
  expect(valuesOf(list, '-filter_complex').map((graph) => graph.match(/\[p\dout\]/g))).toEqual(outputs);
});

test('arguments pin demuxers, allow only files, and set the threads', () => {
  const list = argumentsFor(SCENE);
  expect(valuesOf(list, '-protocol_whitelist')).toEqual(['file']);
  expect(valuesOf(list, '-f')).toEqual(['mov', 'mp4', 's16le']);
  expect(valuesOf(list, '-threads')).toEqual(['3', '2']);
  // Without this option, FFmpeg chooses the number of filter threads.
  expect(valuesOf(list, '-filter_complex_threads')).toEqual([]);
});

test('each scene in a process keeps a separate number of threads', () => {
  const list = argumentsFor(`${SCENE}<scene duration="200"><video src="b.mp4"/></scene>`);
  expect(valuesOf(list, '-threads')).toEqual(['6', '6', '2', '5']);
});

test('picture and sound open a shared source position once', () => {
  const list = argumentsFor(SCENE, { facts: { 'a.mp4': factsOf({ keyFrames: [0, 5] }) } });
  expect(valuesOf(list, '-i')).toEqual(['file:/media/a.mp4']);
});

test('a generated image is read as raw pixels of its size', () => {
  const list = argumentsFor(
    '<scene duration="2"><video src="a.mp4" audio="false"><filter type="vignette"/></video></scene>',
  );
  expect(list.join(' ')).toContain(
    '-protocol_whitelist file -f rawvideo -pixel_format yuva444p -video_size 320x180 -framerate 1 -i file:/scratch/still',
  );
});
