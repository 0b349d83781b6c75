import { describe, expect, it } from 'vitest';
import { graphPart, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { partArguments } from '../make/job-arguments.ts';
import { planJobs } from '../make/plan-jobs.ts';
import { printChains } from '../parts/filter-graph.ts';
import type { KeyedPart } from '../parts/part.ts';
import { formatNames } from './formats.ts';
import { type HardwareName, hardwareFormats, hardwareNames, hardwareOf, takesHardware } from './hardware-encoders.ts';

const xml = `<movie width="320" height="180" framerate="25">${Array.from({ length: 9 }, (_, index) => `<scene duration="5"><video src="${index}.mp4"/></scene>`).join('')}</movie>`;

function pictureOf(hardware: HardwareName | null): KeyedPart {
  return required(planFilm(xml, { hardware }).scenes[0]?.picture, 'no picture');
}

const settings = {
  toolsVersion: '7.1',
  sourcePath: () => '/a.mp4',
  stillPath: () => '/still',
  decodingThreadsOf: () => 2,
  encodingThreadsOf: () => 2,
};

describe('a hardware encoder', () => {
  it('encodes only H.264 formats', () => {
    expect(hardwareFormats(formatNames)).toEqual(['mp4', 'flv', 'mkv']);
    expect(takesHardware('webm')).toBe(false);
  });

  it('is used only if a render requests it', () => {
    expect(pictureOf(null).part.encoding.slice(0, 2)).toEqual(['-c:v', 'libx264']);
  });

  it.each(hardwareNames)('gives a scene a separate stable key: %s', (name) => {
    const { key } = pictureOf(name);
    expect(key).toBe(pictureOf(name).key);
    const others = [null, ...hardwareNames.filter((other) => other !== name)];
    expect(others.map((other) => pictureOf(other).key)).not.toContain(key);
  });

  it.each(hardwareNames)('has arguments for each quality, without paths: %s', (name) => {
    const { encoder, arguments: perQuality } = hardwareOf(name);
    const { part } = pictureOf(name);
    expect(part.encoding.slice(0, 2)).toEqual(['-c:v', encoder]);
    expect(new Set(Object.values(perQuality).map(String)).size).toBe(3);
    expect(JSON.stringify([part.encoding, part.device ?? []])).not.toContain('/');
  });

  it('opens its device before the sources and uploads frames last', () => {
    const part = graphPart(pictureOf('vaapi'));
    const args = partArguments([{ part, path: '/p' }], settings);
    expect(args.slice(0, 4)).toEqual(['-init_hw_device', 'vaapi=hw', '-filter_hw_device', 'hw']);
    expect(printChains(part.chains)).toMatch(/,format=nv12,hwupload\[out\]$/);
  });

  it('makes one scene per process', () => {
    const jobs = (hardware: HardwareName | null) => planJobs(planFilm(xml, { hardware }), new Set(), 1);
    expect(jobs(null).length).toBeLessThan(9);
    expect(jobs('nvenc')).toHaveLength(9);
  });
});
