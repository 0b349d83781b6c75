import { describe, expect, test } from 'vitest';
import { factsOf, graphPart, type PlanOptions, planFilm } from '#service/testing/plan-film.ts';
import { printChains } from '../parts/filter-graph.ts';

/** Returns the picture of a film's first scene: its inputs and its printed chains. */
function pictureOf(scene: string, options: PlanOptions & { readonly size?: string } = {}) {
  const { size = 'width="320" height="180"' } = options;
  const plan = planFilm(`<movie ${size} framerate="25">${scene}</movie>`, options);
  const { inputs, chains, encoding, length } = graphPart(plan.scenes[0]?.picture);
  return { inputs, chains: chains.map((chain) => printChains([chain])), encoding, length };
}

const layer = (attributes = '', effects = '', name = 'a.mp4'): string =>
  `<video src="${name}" ${attributes}>${effects}</video>`;
const scene = (...layers: readonly string[]): string => `<scene duration="10">${layers.join('')}</scene>`;
const BT709 = 'setparams=range=tv:colorspace=bt709';
const PICKED = 'tpad=stop=-1:stop_mode=clone,fps=fps=25:start_time=0:round=near,trim=end_frame=10';
const FINISHED =
  'trim=end_frame=10,setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,setsar=1[out]';

describe('the picture of a scene and its sources', () => {
  test('is black if it has no layers', () => {
    expect(pictureOf('<scene duration="10"/>').chains).toEqual([
      'color=c=black:s=320x180:r=25,trim=end_frame=10,format=yuv420p[t0]',
      `[t0]${FINISHED}`,
    ]);
  });

  test('is neither scaled nor converted if the source fits', () => {
    expect(pictureOf(scene(layer())).chains).toEqual([
      `[in0:0]${PICKED},format=yuv420p,setsar=1[t0]`,
      `[t0]${FINISHED}`,
    ]);
  });

  test('is read from a position before the in-point', () => {
    const { inputs, chains } = pictureOf(scene(layer('skip="50"')));
    expect(inputs).toEqual([
      {
        kind: 'source',
        sha256: 'a.mp4',
        demuxer: 'mov',
        options: ['-noaccurate_seek', '-ss', '2'],
        clock: null,
        isCommon: false,
      },
    ]);
    expect(chains[0]).toBe(`[in0:0]${PICKED},format=yuv420p,setsar=1[t0]`);
  });

  test('is read near the end if its in-point is after the end', () => {
    const { inputs, chains } = pictureOf(scene(layer('skip="70s"')));
    expect(inputs[0]).toMatchObject({ options: ['-noaccurate_seek', '-ss', '50'] });
    expect(chains[0]).toMatch(/^\[in0:0\]tpad=[^,]*,setpts=PTS-round\(20\/TB\),fps/);
  });

  test('is padded or cropped if the aspect ratio differs', () => {
    const facts = { 'a.mp4': factsOf({ codedWidth: 100, codedHeight: 100, displayWidth: 100, displayHeight: 100 }) };
    expect(pictureOf(scene(layer()), { facts }).chains.slice(0, 2)).toEqual([
      `[in0:0]${PICKED},scale=180:180,format=yuv420p,setsar=1[t0]`,
      '[t0]pad=320:180:70:0:black[t1]',
    ]);
    expect(pictureOf(scene(layer('fit="cover"')), { facts }).chains[0]).toBe(
      `[in0:0]${PICKED},scale=320:320,format=yuv420p,crop=320:180,setsar=1[t0]`,
    );
  });

  test.each([
    [
      { matrix: 'bt601' },
      'scale=320:180:in_color_matrix=bt601:in_range=limited:out_color_matrix=bt709:out_range=limited',
    ],
    [{ range: 'full' }, 'scale=320:180:in_color_matrix=bt709:in_range=full:out_color_matrix=bt709:out_range=limited'],
    [{ matrix: 'rgb', range: 'full' }, 'scale=320:180:in_range=full:out_color_matrix=bt709:out_range=limited'],
  ] as const)('is converted during scaling if the colors differ: %j', (video, filter) => {
    const { chains } = pictureOf(scene(layer()), { facts: { 'a.mp4': factsOf(video) } });
    expect(chains[0]).toBe(`[in0:0]${PICKED},${filter},format=yuv420p,setsar=1[t0]`);
  });

  test('is tone-mapped from HDR if FFmpeg can do that', () => {
    const facts = { 'a.mp4': factsOf({ transfer: 'pq', matrix: 'bt2020' }) };
    expect(pictureOf(scene(layer()), { facts }).chains[0]).toContain('tonemap=tonemap=hable');
    expect(pictureOf(scene(layer()), { facts, filters: [] }).chains[0]).not.toContain('tonemap');
  });

  test('applies effects in order', () => {
    const effects =
      '<filter type="saturation" intensity="25"/><filter type="vignette" color="#f00" aperture="0.5"/><transform type="flip" axis="y"/>';
    const { inputs, chains } = pictureOf(scene(layer('', effects)));
    expect(inputs[1]).toEqual({
      kind: 'still',
      still: { kind: 'vignette', width: 320, height: 180, color: { red: 255, green: 0, blue: 0 }, aperture: 0.5 },
    });
    expect(chains.slice(1)).toEqual([
      '[t0]hue=s=10,hue=s=2.5[t1]',
      `[t1]${BT709}[t2]`,
      `[in1:0]${BT709}[t3]`,
      '[t2][t3]overlay=format=yuv420[t4]',
      '[t4]vflip[t5]',
      `[t5]${FINISHED}`,
    ]);
  });

  test('omits effects that change nothing', () => {
    const effects = '<filter type="saturation" intensity="1"/><filter type="vignette" aperture="0"/>';
    expect(pictureOf(scene(layer('', effects))).chains).toHaveLength(2);
  });

  test('blends upper layers over lower ones and ignores sounds', () => {
    const facts = { 'tone.mp3': factsOf(null) };
    const { inputs, chains } = pictureOf(scene(layer(), layer('', '', 'tone.mp3'), layer('', '', 'b.mp4')), { facts });
    expect(inputs).toHaveLength(2);
    expect(chains.slice(2, 5)).toEqual([
      `[t0]${BT709}[t2]`,
      `[t1]${BT709}[t3]`,
      '[t2][t3]overlay=0:0:format=yuv420[t4]',
    ]);
  });

  test('keeps its transparency under a vignette', () => {
    const facts = { 'a.mp4': factsOf({ hasAlpha: true, decoder: 'libvpx-vp9' }) };
    const { inputs, chains } = pictureOf(scene(layer('', '<filter type="vignette"/>')), { facts });
    expect(inputs[0]).toMatchObject({ options: ['-c:0', 'libvpx-vp9'] });
    expect(chains.slice(1, 8)).toEqual([
      '[t0]split[t1][t2]',
      '[t2]alphaextract[t3]',
      '[t1]format=yuv420p[t4]',
      `[t4]${BT709}[t5]`,
      `[in1:0]${BT709}[t6]`,
      '[t5][t6]overlay=format=yuv420[t7]',
      '[t7][t3]alphamerge[t8]',
    ]);
  });

  test('is encoded for the format with color tags', () => {
    expect(pictureOf(scene(layer()), { quality: 'draft' }).encoding).toEqual([
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-x264-params', 'stitchable=1'],
      ...['-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
      ...['-color_range', 'tv', '-f', 'mp4'],
    ]);
  });
});
