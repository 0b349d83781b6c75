import { describe, expect, test } from 'vitest';
import { factsOf, graphPart, type PlanOptions, planFilm } from '#service/testing/plan-film.ts';
import { printChains } from '../parts/filter-graph.ts';

function soundOf(scene: string, options: PlanOptions = {}) {
  const plan = planFilm(`<movie width="64" height="64" framerate="25">${scene}</movie>`, options);
  const sound = plan.scenes[0]?.sound ?? null;
  if (sound === null) return null;
  const { chains, ...rest } = graphPart(sound);
  return { ...rest, graph: printChains(chains) };
}

const layer = (attributes = '', name = 'a.mp4'): string => `<video src="${name}" ${attributes}/>`;
const scene = (...layers: readonly string[]): string => `<scene duration="10">${layers.join('')}</scene>`;
const SOUND_FILTERS =
  'atrim=start=0,aresample=48000:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=stereo';

describe('the sound of a scene', () => {
  test('is as long as the scene in samples', () => {
    expect(soundOf(scene(layer()))).toEqual({
      kind: 'sound',
      inputs: [{ kind: 'source', sha256: 'a.mp4', demuxer: 'mov', options: [], clock: null, isCommon: false }],
      graph: `[in0:1]${SOUND_FILTERS}[t0];[t0]apad,atrim=end_sample=19200[out]`,
      encoding: ['-c:a', 'pcm_s16le', '-f', 's16le', '-ar', '48000', '-ac', '2'],
      length: 19_200,
    });
  });

  test('is read from 0.25 s before the in-point', () => {
    const sound = soundOf(scene(layer('skip="50"')));
    expect(sound?.inputs).toMatchObject([{ options: ['-noaccurate_seek', '-ss', '1.75'] }]);
    expect(sound?.graph).toContain(`[in0:1]asetpts=PTS-0.25/TB,${SOUND_FILTERS}[t0]`);
  });

  test('fills gaps of 10 ms and more', () => {
    const facts = { 'a.mp4': factsOf({}, { gaps: [{ from: 1, until: 1.06 }] }) };
    expect(soundOf(scene(layer()), { facts })?.graph).toContain(
      'aresample=48000:async=1:first_pts=0:min_hard_comp=0.01,',
    );
  });

  test('is scaled down if FFmpeg does not scale it', () => {
    const surround = { 'a.mp4': factsOf({}, { channels: 6, channelLayout: '5.1' }) };
    expect(soundOf(scene(layer()), { facts: surround })?.graph).toContain(SOUND_FILTERS);
    const unknown = { 'a.mp4': factsOf({}, { channels: 3, channelLayout: '3 channels (FL+FC+LFE)' }) };
    expect(soundOf(scene(layer()), { facts: unknown })?.graph).toContain('pan=stereo|');
  });

  // FFmpeg mixes upper channels since version 7.
  test.each([
    [8, '8 channels (FL+FR+FC+LFE+SL+SR+TFL+TFR)'],
    [8, '5.1.2'],
    [12, '7.1.4'],
    [16, 'hexadecagonal'],
  ])('has the same mix of upper channels with each FFmpeg: %i, %s', (channels, channelLayout) => {
    const facts = { 'a.mp4': factsOf({}, { channels, channelLayout }) };
    expect(soundOf(scene(layer()), { facts })?.graph).toContain('pan=stereo|');
  });

  test('mixes all audible layers at their original levels', () => {
    const sound = soundOf(scene(layer(), layer('', 'b.mp4')));
    expect(sound?.graph).toBe(
      `[in0:1]${SOUND_FILTERS}[t0];[in1:1]${SOUND_FILTERS}[t1];[t0][t1]amix=inputs=2:normalize=0:dropout_transition=0,apad,atrim=end_sample=19200[out]`,
    );
  });

  test('is null if the scene has no sound', () => {
    const facts = { 'mute.mp4': factsOf({}, null) };
    expect(soundOf('<scene duration="10"/>')).toBeNull();
    expect(soundOf(scene(layer('audio="false"'), layer('', 'mute.mp4')), { facts })).toBeNull();
  });

  test("uses the picture's clock if the container's can jump", () => {
    const sound = soundOf(scene(layer()), { facts: { 'a.mp4': factsOf({}, {}, 'mpegts') } });
    expect(sound?.inputs).toMatchObject([{ clock: { streamIndex: 0, kind: 'video' } }]);
  });
});
