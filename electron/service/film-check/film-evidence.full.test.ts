import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { cachedFiles } from '#service/testing/cached-files.ts';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { locateIn, renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { editTemplate } from '#shared/agents/edit-template.ts';
import { type CheckOptions, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { CHECK_CODES, type CheckCode, type CheckSeverity, checkOf } from '#shared/film-check/check-table.ts';
import { PLATFORM_NAMES } from '#shared/film-check/platforms.ts';
import { type CheckReport, verdictOf } from '#shared/film-check/report.ts';
import { createSoundReader } from '#shared/film-check/sound-reader.ts';
import { required } from '#shared/lib/assert.ts';
import { cases } from '#shared/testing/scale.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { checkFilm } from './check-film.ts';

const inspector = createMovieInspector();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

/** Makes a stereo sound from an expression for each channel. */
const sound = (name: string, expressions: string, seconds: number) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs='${expressions}':sample_rate=48000:duration=${seconds}`],
    ...['-c:a', 'pcm_s16le', at(name)],
  );

/** Makes a clip of 4 s in one color, with another color between two times in seconds. */
const flashing = (name: string, color: string, other: string, [from, to]: readonly [number, number]) =>
  makeClip(at(name), {
    ...{ seconds: 4, rate: '30', width: 640, height: 360, picture: `color=${color}`, sound: null },
    filters: `drawbox=c=${other}:t=fill:enable='between(t,${from},${to})'`,
  });

beforeAll(async () => {
  folder = await temporaryFolder();
  await Promise.all([
    makeClip(at('moving.mp4'), { seconds: 4, rate: '30', width: 640, height: 360 }),
    makeClip(at('stuck.mp4'), {
      seconds: 4,
      rate: '30',
      width: 640,
      height: 360,
      picture: 'smptebars',
      sound: null,
      codecs: ['-c:v', 'libx264', '-qp', '0'],
    }),
    makeClip(at('black.mp4'), { seconds: 4, rate: '30', width: 640, height: 360, picture: 'color=black', sound: null }),
    makeClip(at('white.mp4'), { seconds: 4, rate: '30', width: 640, height: 360, picture: 'color=white', sound: null }),
    makeClip(at('bars.mp4'), {
      ...{ seconds: 12, rate: '30', width: 640, height: 360, sound: null },
      filters:
        "drawbox=c=black:t=fill:enable='between(t,2,3.5)',drawbox=c=gray:t=fill:enable='between(t,5,8)',drawbox=c=black:t=fill:enable='between(t,9,9.3)'",
    }),
    flashing('flash.mp4', 'black', 'white', [1.32, 1.72]),
    flashing('brief-flash.mp4', 'black', 'white', [1.45, 1.62]),
    flashing('shade.mp4', 'white', 'black', [1.32, 1.72]),
    sound('tone.wav', '0.2*sin(880*PI*t)|0.2*sin(880*PI*t)', 6),
    sound('pause.wav', '0.2*sin(880*PI*t)*not(between(t,2,4.5))|0.2*sin(880*PI*t)*not(between(t,2,4.5))', 7),
    sound('short-pause.wav', '0.2*sin(880*PI*t)*not(between(t,2,3.8))|0.2*sin(880*PI*t)*not(between(t,2,3.8))', 7),
    sound('silence.wav', '0|0', 4),
    sound('warm.wav', '0.95*sin(24000*PI*t+PI/4)|0.95*sin(24000*PI*t+PI/4)', 4),
    sound('hot.wav', '1.2*sin(24000*PI*t+PI/4)|1.2*sin(24000*PI*t+PI/4)', 4),
    sound('loud.wav', '0.95*sin(2000*PI*t)|0.95*sin(2000*PI*t)', 4),
    sound('faint.wav', '0.01*sin(2000*PI*t)|0.01*sin(2000*PI*t)', 4),
    sound('opposed.wav', '0.2*sin(880*PI*t)|-0.2*sin(880*PI*t)', 4),
    sound('left.wav', '0.2*sin(880*PI*t)|0', 4),
    sound('faded.wav', '0.2*sin(880*PI*t)*(1-t/4)|0.2*sin(880*PI*t)*(1-t/4)', 4),
  ]);
});
afterAll(async () => {
  await inspector[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Request extends Partial<CheckOptions> {
  readonly width?: number;
  readonly height?: number;
  readonly rate?: number;
  readonly workshop?: string;
  readonly signal?: AbortSignal;
  readonly sheet?: string;
  readonly bytes?: number;
  readonly fixes?: readonly CheckCode[] | 'all';
  readonly values?: readonly (readonly [string, string])[];
  /** The whole template, instead of a body. */
  readonly xml?: string;
}

const film = (body: string, { width = 640, height = 360, rate = 30 }: Request = {}) =>
  `<movie width="${width}" height="${height}" framerate="${rate}" background="#203040">${body}</movie>`;

async function reportOf(body: string, request: Request = {}): Promise<CheckReport> {
  const {
    workshop,
    signal = new AbortController().signal,
    sheet,
    bytes,
    fixes,
    values = [],
    xml,
    ...options
  } = request;
  const reading = {
    tools: await testTools(),
    workshop: { folder: workshop ?? at('workshop'), isCacheOn: true, limitBytes: 2 ** 30 },
  };
  const tools = {
    ...{ inspector, reading, locating: { locate: locateIn(folder.path) } },
    ...(sheet !== undefined && { sheet }),
    ...(bytes !== undefined && { file: { bytes, isEstimate: false } }),
    ...(fixes !== undefined && { fixes }),
  };
  const text = { xml: xml ?? film(body, request), values };
  const report = await checkFilm(text, { ...QUICK_CHECK, level: 'full', ...options }, tools, signal);
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

/** A film with a fault, and nearly the same film just within the threshold. */
interface SeededFault {
  readonly name: string;
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  /** The frames with the fault, with a tolerance of two frames; null for the whole film. */
  readonly frames: readonly [number, number] | null;
  readonly fault: string;
  readonly fine: string;
  readonly request?: Request;
  readonly fineRequest?: Request;
}

const scene = (inside: string, frames = 60, attributes = '') =>
  `<scene duration="${frames}" ${attributes}>${inside}</scene>`;
const solid = (color: string, attributes = '') => `<solid color="${color}" ${attributes}/>`;
const text = (attributes: string) => `<text size="60" content="Legible words" ${attributes}/>`;
const smallTitle = (attributes: string) => `<text size="24" content="The End" color="#ffffff" ${attributes}/>`;
const audio = (name: string, frames = 120) => `${scene(solid('#208040'), frames)}<audio src="${name}"/>`;
const strobe = (one: string, other: string, frames: number) =>
  Array.from({ length: Math.floor(60 / frames) }, (_, index) => scene(solid(index % 2 ? other : one), frames)).join('');
/** A moving box, which makes the picture change. */
const MOVING =
  '<solid width="60" height="60" color="#f0c000"><animation><key time="0%" position="-200, 100"/><key time="100%" position="200, 100"/></animation></solid>';

const faults: readonly SeededFault[] = [
  {
    name: 'cuts between white and black',
    code: 'picture/flash',
    severity: 'error',
    frames: [4, 57],
    fault: strobe('#ffffff', '#000000', 4),
    fine: strobe('#ffffff', '#000000', 5),
  },
  {
    name: 'cuts between clips',
    code: 'picture/flash',
    severity: 'error',
    frames: [4, 57],
    fault: Array.from({ length: 15 }, (_, index) =>
      scene(`<video src="${index % 2 ? 'black' : 'white'}.mp4"/>`, 4),
    ).join(''),
    fine: Array.from({ length: 15 }, () => scene('<video src="white.mp4"/>', 4)).join(''),
  },
  {
    name: 'red and blue',
    code: 'picture/flash-red',
    severity: 'error',
    frames: [4, 57],
    fault: strobe('#ff0000', '#0000ff', 4),
    fine: strobe('#ff0000', '#0000ff', 5),
  },
  {
    name: 'black for 20 frames',
    code: 'picture/black',
    severity: 'warning',
    frames: [60, 80],
    fault: scene(MOVING) + scene(solid('#000000'), 20) + scene(MOVING),
    fine: scene(MOVING) + scene(solid('#000000'), 14) + scene(MOVING),
  },
  {
    name: 'black at the end',
    code: 'picture/black',
    severity: 'notice',
    frames: [60, 95],
    fault: scene(MOVING) + scene(solid('#000000'), 35),
    fine: scene(MOVING) + scene(solid('#000000'), 25),
  },
  {
    name: 'only black',
    code: 'picture/black',
    severity: 'error',
    frames: [0, 60],
    fault: scene(solid('#101010')),
    fine: scene(solid('#181818')),
  },
  {
    name: 'black before a small title',
    code: 'picture/black',
    severity: 'notice',
    frames: [0, 40],
    fault: scene(solid('#000000') + smallTitle('offset="40"'), 90),
    fine: scene(solid('#000000') + smallTitle('offset="20"'), 90),
  },
  {
    name: 'black letters on black',
    code: 'picture/black',
    severity: 'error',
    frames: [0, 60],
    fault: scene(solid('#000000') + text('color="#101010"')),
    fine: scene(solid('#000000') + smallTitle('')),
  },
  {
    name: 'a title for six seconds',
    code: 'picture/frozen',
    severity: 'notice',
    frames: [0, 180],
    fault: scene(text(''), 180),
    fine: scene(text(''), 140),
  },
  {
    name: 'a video that does not move',
    code: 'picture/frozen',
    severity: 'warning',
    frames: [0, 60],
    fault: scene('<video src="stuck.mp4"/>'),
    fine: scene('<video src="moving.mp4"/>'),
  },
  {
    name: 'a video that holds its last frame',
    code: 'picture/frozen',
    severity: 'warning',
    frames: [119, 180],
    fault: scene('<video src="moving.mp4" end="hold" duration="180"/>', 180),
    fine: scene('<video src="moving.mp4" end="loop" duration="180"/>', 180),
  },
  {
    name: 'a plain first frame',
    code: 'picture/first-frame',
    severity: 'notice',
    frames: [0, 1],
    fault: scene(text('offset="10"')),
    fine: scene('<video src="moving.mp4"/>'),
  },
  {
    name: 'a plain first frame before a title',
    code: 'picture/first-frame',
    severity: 'warning',
    frames: [0, 1],
    fault: scene(text('offset="1"')),
    fine: scene(text('')),
    request: { platforms: ['x'] },
  },
  {
    name: 'a plain first frame in a feed',
    code: 'picture/first-frame',
    severity: 'warning',
    frames: [0, 1],
    fault: scene(text('offset="10"')),
    fine: scene('<video src="moving.mp4"/>'),
    request: { platforms: ['x'] },
  },
  {
    name: 'gray letters on gray',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [3, 60],
    fault: scene(solid('#808080') + text('color="#b0b0b0"')),
    fine: scene(solid('#606060') + text('color="#b8b8b8"')),
  },
  {
    name: 'letters in the color of the picture',
    code: 'text/low-contrast',
    severity: 'error',
    frames: [3, 60],
    fault: scene(solid('#808080') + text('color="#868686"')),
    fine: scene(solid('#808080') + text('color="#868686" outline="6, #000000"')),
  },
  {
    name: 'equal texts of the color of the picture',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [3, 60],
    fault: scene(solid('#6080a0') + text('color="#000000"') + text('color="#6484a4" position="0, 2"')),
    fine: scene(solid('#6080a0') + text('color="#000000" position="2, 2"') + text('color="#ffffff"')),
  },
  {
    name: 'small letters with a contrast of 4',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [3, 60],
    fault: scene(`${solid('#ffffff')}<text size="16" content="Many small letters in a row" color="#808080"/>`),
    fine: scene(`${solid('#ffffff')}<text size="16" content="Many small letters in a row" color="#707070"/>`),
  },
  {
    name: 'a flash of white behind white letters',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [40, 52],
    fault: scene(`<video src="flash.mp4"/>${text('color="#ffffff"')}`, 120),
    fine: scene(`<video src="brief-flash.mp4"/>${text('color="#ffffff"')}`, 120),
  },
  {
    name: 'a shade behind black letters',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [40, 52],
    fault: scene(`<video src="shade.mp4"/>${text('color="#000000"')}`, 120),
    fine: scene(`<video src="shade.mp4"/>${text('color="#000000" outline="4, #ffffff"')}`, 120),
  },
  {
    name: 'half of a text below a box',
    code: 'text/covered',
    severity: 'warning',
    frames: [3, 60],
    fault: scene(text('') + solid('#c04040', 'width="200" height="100" position="-140, 0"')),
    fine: scene(text('') + solid('#c04040', 'width="200" height="100" position="-320, 0"')),
  },
  {
    name: 'a text below a picture',
    code: 'text/covered',
    severity: 'error',
    frames: [3, 60],
    fault: scene(`${text('')}<video src="moving.mp4"/>`),
    fine: scene(`<video src="moving.mp4"/>${text('outline="4, #000000"')}`),
  },
  {
    name: 'a pause of 2.5 seconds',
    code: 'sound/silent',
    severity: 'notice',
    frames: [60, 135],
    fault: audio('pause.wav', 200),
    fine: audio('short-pause.wav', 200),
  },
  {
    name: 'a silent sound',
    code: 'sound/silent',
    severity: 'warning',
    frames: null,
    fault: audio('silence.wav'),
    fine: scene(solid('#208040')),
  },
  {
    name: 'peaks between the samples',
    code: 'sound/peak',
    severity: 'error',
    frames: null,
    fault: audio('hot.wav'),
    fine: audio('warm.wav'),
  },
  {
    name: 'peaks near the maximum',
    code: 'sound/peak',
    severity: 'warning',
    frames: null,
    fault: audio('warm.wav'),
    fine: audio('tone.wav'),
  },
  {
    name: 'a loud tone',
    code: 'sound/loudness',
    severity: 'notice',
    frames: [0, 120],
    fault: audio('loud.wav'),
    fine: audio('tone.wav'),
  },
  {
    name: 'a faint tone',
    code: 'sound/loudness',
    severity: 'notice',
    frames: [0, 120],
    fault: audio('faint.wav'),
    fine: audio('tone.wav'),
  },
  {
    name: 'a tone for television',
    code: 'sound/loudness',
    severity: 'warning',
    frames: [0, 120],
    fault: audio('tone.wav'),
    fine: `${scene(solid('#208040'), 120)}<audio src="tone.wav" volume="0.38"/>`,
    request: { platforms: ['television'] },
  },
  {
    name: 'opposed sides',
    code: 'sound/phase',
    severity: 'warning',
    frames: [0, 120],
    fault: audio('opposed.wav'),
    fine: audio('tone.wav'),
  },
  {
    name: 'a tone at the left',
    code: 'sound/one-sided',
    severity: 'warning',
    frames: [0, 120],
    fault: audio('left.wav'),
    fine: audio('tone.wav'),
  },
  {
    name: 'a tone at the end',
    code: 'sound/cut-off',
    severity: 'notice',
    frames: [118, 120],
    fault: audio('tone.wav'),
    fine: audio('faded.wav'),
  },
  {
    name: 'a file that is too large',
    code: 'delivery/size',
    severity: 'error',
    frames: [0, 60],
    fault: scene(MOVING),
    fine: scene(MOVING),
    request: { platforms: ['x'], bytes: 512_000_001 },
    fineRequest: { platforms: ['x'], bytes: 512_000_000 },
  },
];

describe('a seeded fault', () => {
  test.each(faults)('is found only beyond its threshold, at its place: $name', async (seeded) => {
    const { code, severity, frames, fault, fine, request = {}, fineRequest = request } = seeded;
    const report = await reportOf(fault, { only: [code], ...request });
    const found = report.findings.find((finding) => finding.code === code);
    expect(found, JSON.stringify(report)).toMatchObject({ code, severity });
    if (frames !== null) {
      expect(Math.abs((found?.frames[0] ?? 0) - frames[0]), JSON.stringify(found)).toBeLessThanOrEqual(2);
      expect(Math.abs((found?.frames[1] ?? 0) - frames[1]), JSON.stringify(found)).toBeLessThanOrEqual(2);
    }
    const inside = await reportOf(fine, { only: [code], ...fineRequest });
    const same = inside.findings.filter((finding) => finding.code === code && finding.severity === severity);
    expect(same, JSON.stringify(inside)).toEqual([]);
    expect(inside.ran).toEqual([code]);
  });

  test('exists for every check of pictures, sound, and files', () => {
    const missing = CHECK_CODES.filter(
      (code) => checkOf(code).source !== 'G' && !faults.some((each) => each.code === code),
    );
    expect(missing).toEqual([]);
  });
});

describe('a fix', () => {
  const fixed = faults.filter(
    ({ code, name }) => ['text/low-contrast', 'sound/peak', 'sound/loudness'].includes(code) && name !== 'a faint tone',
  );
  const gray = scene(solid('#808080') + text('color="#b0b0b0" background="#808080"'));
  const kinds = ({ findings }: CheckReport) => findings.map(({ fix }) => fix?.values['how']);

  test.each([
    ...fixed,
    {
      name: 'a keyed volume',
      code: 'sound/peak',
      fault: audio('warm.wav').replace(
        '.wav"/>',
        '.wav"><animation><key time="0%" volume="1"/><key time="100%" volume="0.9"/></animation></audio>',
      ),
      request: {},
    },
  ] as const)('removes its finding, adds none, and sets attributes: $name', async ({ code, fault, request = {} }) => {
    const before = await reportOf(fault, { ...request, fixes: [code] });
    const finding = required(
      before.findings.find((each) => each.code === code),
      'a finding',
    );
    const { commands } = required(finding.fix, 'a fix');
    const edited = editTemplate(film(fault, request), { kind: 'commands', commands });
    if (!edited.ok) throw new Error(JSON.stringify(edited.error));
    const after = await reportOf('', { ...request, xml: edited.value.text });
    const others = before.findings.filter((each) => each !== finding).map((each) => each.code);
    expect(after.findings.filter((each) => !others.includes(each.code))).toEqual([]);
  });

  test('is not offered if it adds a finding', async () => {
    const { findings } = await reportOf(audio('faint.wav'), { fixes: 'all' });
    // The louder sound would end with the film.
    const { fix } = required(
      findings.find(({ code }) => code === 'sound/loudness'),
      'a finding',
    );
    expect(fix).toBeUndefined();
  });

  test('is a color of the brand, an outline, or a background, in this order', async () => {
    const values = [['brand_accent', '#ffffe0']] as const;
    const only = ['text/low-contrast'] as const;
    const branded = await reportOf(gray, { only, fixes: 'all', values });
    expect(branded.findings[0]?.fix?.values).toEqual({ how: 'color', value: '#ffffe0' });
    // The color is a variable of the brand, so that only the outline or a background can change.
    const ofBrand = gray.replace('#b0b0b0', '${brand_accent}');
    const outlined = await reportOf(ofBrand, { only, fixes: 'all', values: [['brand_accent', '#b0b0b0']] });
    expect(kinds(outlined)).toEqual(['outline']);
    const plated = await reportOf(ofBrand.replace('<text', '<text outline="${brand_panel}"'), {
      only,
      fixes: 'all',
      values: [
        ['brand_accent', '#b0b0b0'],
        ['brand_panel', '1, #b0b0b0'],
      ],
    });
    expect(kinds(plated)).toEqual(['plate']);
  });

  test('lowers a clipped sound further than its measured peak', async () => {
    const report = await reportOf(audio('hot.wav'), { only: ['sound/peak'], fixes: 'all' });
    expect(report.findings[0]?.fix).toMatchObject({ values: { how: 'volume' } });
    expect(Number(report.findings[0]?.fix?.values['value'])).toBeGreaterThan(2);
  });
});

describe('a check of the pixels discards a finding', () => {
  test('for texts whose lines overlap without touching letters', async () => {
    const apart = scene(
      '<text size="80" content="iiiiii" position="0, 0"/><text size="80" content="......" position="0, 20"/>',
    );
    const quick = await reportOf(apart, { level: 'quick', only: ['text/overlap'] });
    expect(quick.findings).toHaveLength(1);
    expect((await reportOf(apart, { only: ['text/overlap'] })).findings).toEqual([]);
    const real = scene('<text size="80" content="First"/><text size="80" content="Second" position="0, 10"/>');
    expect((await reportOf(real, { only: ['text/overlap'] })).findings).toHaveLength(1);
  });

  test('for a gap at an edge in the color of the layer', async () => {
    const strip = (color: string) => scene(solid(color, 'width="628" height="360"'));
    const check = async (color: string, level: 'quick' | 'full') =>
      (await reportOf(strip(color), { level, only: ['picture/edge-gap'] })).findings.length;
    expect([await check('#203040', 'quick'), await check('#203040', 'full')]).toEqual([1, 0]);
    expect([await check('#f0f0f0', 'quick'), await check('#f0f0f0', 'full')]).toEqual([1, 1]);
  });
});

/** Runs a filter of FFmpeg over a film and returns its log. */
async function filterLog(path: string, ...filter: readonly string[]): Promise<string> {
  const { ffmpeg: program } = await testTools();
  let log = '';
  await runTool({
    program,
    arguments: ['-loglevel', 'info', '-i', `file:${path}`, ...filter, '-f', 'null', '-'],
    signal: new AbortController().signal,
    durationSeconds: 20,
    limits: { stallSeconds: 60 },
    onLog: (chunk) => {
      log += String(chunk);
    },
  });
  return log;
}

const spansIn = (log: string, expression: RegExp) =>
  [...log.matchAll(expression)].map(([, from, to]) => [Number(from), Number(to)] as const);

describe('the film check and the filters of FFmpeg', () => {
  const body = `${scene('<video src="bars.mp4"/>', 360)}<audio src="pause.wav"/>`;

  test('find the same black and frozen pictures, within one frame', async () => {
    const { path } = await renderFilm(film(body), { folder: folder.path, output: at('oracle.mp4') });
    const report = await reportOf(body, { only: ['picture/black', 'picture/frozen'] });
    const own = (code: CheckCode) =>
      report.findings.filter((each) => each.code === code).map(({ from, to }) => [from, to]);
    const black = await filterLog(path, '-vf', 'blackdetect=d=0.5:pix_th=0.0784:pic_th=0.98');
    const expected = spansIn(black, /black_start:([\d.]+) black_end:([\d.]+)/g);
    expect(expected).toHaveLength(1);
    expectNear(own('picture/black'), expected, 1 / 30);
    const frozen = await filterLog(path, '-vf', 'freezedetect=n=-60dB:d=2');
    const still = spansIn(frozen.replaceAll('\n', ' '), /freeze_start: ([\d.]+).*?freeze_end: ([\d.]+)/g);
    expect(still).toHaveLength(1);
    expectNear(own('picture/frozen'), still, 1 / 30);
  });

  test('measure the same silence, loudness, and true peak', async () => {
    const { path } = await renderFilm(film(body), { folder: folder.path, format: 'mov', output: at('oracle.mov') });
    const report = await reportOf(body, { only: ['sound/silent', 'sound/loudness'], platforms: ['television'] });
    const silent = await filterLog(path, '-af', 'silencedetect=n=-60dB:d=2');
    const spans = spansIn(silent.replaceAll('\n', ' '), /silence_start: ([\d.]+).*?silence_end: ([\d.]+)/g).slice(0, 1);
    const own = report.findings.filter(({ code }) => code === 'sound/silent').map(({ from, to }) => [from, to]);
    expectNear(own, spans, 1 / 30);
    const loudness = await filterLog(path, '-af', 'ebur128=peak=true:framelog=verbose');
    const integrated = Number(/I:\s+(-[\d.]+) LUFS/.exec(loudness)?.[1]);
    const found = report.findings.find(({ code }) => code === 'sound/loudness')?.values['loudness'];
    expect(Math.abs(Number(found) - integrated)).toBeLessThan(0.1);
  });

  /** Channels of sounds, as expressions of the time: tones, sweeps, noise, pulses, pauses, and unequal sides. */
  const channels = {
    'tone with a peak between samples': '0.9*sin(24000*PI*t+PI/4)*min(1,min(10*t,40-10*t))',
    sweep: '0.6*sin(2*PI*(100*t+600*t*t))',
    'noise on one side': '0.6*(2*random(1)-1)|0.05*(2*random(2)-1)',
    'tone with pauses': '0.5*sin(2000*PI*t)*lt(mod(t,1.5),0.5)',
    'loud and quiet': '0.8*sin(1200*PI*t)*lt(t,2)+0.02*sin(1200*PI*t)*gte(t,2)',
    'different tones': '0.3*sin(880*PI*t)|0.6*sin(3000*PI*t)',
    tone: '0.5*sin(2000*PI*t)',
    'quiet tone': '0.02*sin(2000*PI*t)',
    'low tone': '0.7*sin(120*PI*t)',
    'tone near 0 dBFS': '0.99*sin(2000*PI*t)',
    'left tone': '0.5*sin(2000*PI*t)|0',
    'opposed tones': '0.5*sin(880*PI*t)|-0.5*sin(880*PI*t)',
    noise: '0.3*(2*random(0)-1)',
    'loud noise': '0.95*(2*random(3)-1)',
    'rising tone': '0.2*t*sin(1600*PI*t)',
    'falling tone': '0.8*exp(-t)*sin(1600*PI*t)',
    tremolo: '0.7*sin(1000*PI*t)*(0.5+0.5*sin(10*PI*t))',
    chord: '0.2*(sin(880*PI*t)+sin(1100*PI*t)+sin(1320*PI*t))',
    'clipped tone': 'max(-0.8,min(0.8,1.6*sin(600*PI*t)))',
    pulses: '0.9*lt(mod(t,0.25),0.01)*sin(4000*PI*t)',
    offset: '0.2+0.4*sin(500*PI*t)',
    'speech-like': '0.5*sin(360*PI*t)*(0.5+0.5*sin(7*PI*t))+0.05*(2*random(4)-1)',
  };
  test.each(cases(6, Object.entries(channels)))(
    'measure the same loudness and true peak: %s',
    async (name, expression) => {
      const [left = '', right = left] = expression.split('|');
      await sound(`${name}.wav`, `${left}|${right}`, 4);
      const log = await filterLog(at(`${name}.wav`), '-af', 'ebur128=peak=true:framelog=verbose');
      const summary = log.slice(log.lastIndexOf('Summary:'));
      const reader = createSoundReader();
      const bytes = await readFile(at(`${name}.wav`));
      const start = bytes.indexOf('data') + 8;
      reader.add(
        Float32Array.from(
          { length: (bytes.length - start) / 2 },
          (_, index) => bytes.readInt16LE(start + 2 * index) / 32768,
        ),
      );
      const { integrated, truePeak } = reader.end();
      expect(Math.abs((integrated ?? 0) - Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]))).toBeLessThan(0.3);
      expect(Math.abs((truePeak ?? 0) - Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]))).toBeLessThan(0.3);
    },
  );

  function expectNear(own: readonly (readonly number[])[], expected: readonly (readonly number[])[], within: number) {
    expect(own).toHaveLength(expected.length);
    for (const [index, [from = 0, to = 0]] of own.entries()) {
      expect(Math.abs(from - (expected[index]?.[0] ?? 0))).toBeLessThanOrEqual(within + 1e-3);
      expect(Math.abs(to - (expected[index]?.[1] ?? 0))).toBeLessThanOrEqual(within + 1e-3);
    }
  }
});

describe('the cache', () => {
  test('is read for segments that did not change', async () => {
    const workshop = at('cached');
    const body = (color: string) =>
      Array.from({ length: 5 }, (_, index) =>
        scene(MOVING + text(`color="${index === 3 ? color : '#ffffff'}" position="${10 * index}, 0"`)),
      ).join('');
    const options = {
      workshop,
      only: ['picture/black', 'picture/frozen', 'picture/flash', 'picture/first-frame'] as const,
    };
    const cold = await reportOf(body('#ffffff'), options);
    expect(await cachedFiles(workshop)).toHaveLength(5);
    const again = await reportOf(body('#ffffff'), options);
    expect(await cachedFiles(workshop)).toHaveLength(5);
    expect({ ...again, milliseconds: 0 }).toEqual({ ...cold, milliseconds: 0 });
    const changed = await reportOf(body('#00ff00'), options);
    expect(await cachedFiles(workshop)).toHaveLength(6);
    const elsewhere = await reportOf(body('#00ff00'), { ...options, workshop: at('other') });
    expect({ ...changed, milliseconds: 0 }).toEqual({ ...elsewhere, milliseconds: 0 });
  });

  test('stores the sound by its key', async () => {
    const workshop = at('sounds');
    const options = { workshop, only: ['sound/peak', 'sound/silent'] as const };
    await reportOf(audio('pause.wav'), options);
    const files = (await cachedFiles(workshop)).length;
    const again = await reportOf(`${scene(solid('#ff0000'), 120)}<audio src="pause.wav"/>`, options);
    expect(await cachedFiles(workshop)).toHaveLength(files);
    expect(again.ran).toEqual(['sound/silent', 'sound/peak']);
  });
});

test('a check writes a contact sheet as PNG', async () => {
  const sheet = at('sheet.png');
  await reportOf(scene(MOVING) + scene(solid('#000000'), 30) + scene(text('position="0, 165"')), { sheet });
  expect((await readFile(sheet)).subarray(1, 4).toString()).toBe('PNG');
  expect((await stat(sheet)).size).toBeGreaterThan(1000);
});

/** A hostile film: its body, and the request. */
type Hostile = readonly [body: string, request?: Request];

/** The films that mutations change. Each has a scene of 30 frames. */
const seeds: Readonly<Record<string, string>> = {
  text: scene(solid('#203040') + text('name="Title"'), 30),
  video: scene(`<video src="moving.mp4"/>${text('')}`, 30),
  captions: scene(`${MOVING}<captions size="40"><cue start="0" end="30">Some words</cue></captions>`, 30),
  sound: `${scene(`<group>${MOVING}${text('')}</group>`, 30)}<audio src="warm.wav"/>`,
};
const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join('');
/** Adds layers to the scene of a film. */
const withLayers = (body: string, layers: string): string => body.replace('</scene>', `${layers}</scene>`);
const ODD_LETTERS = '👩‍👩‍👧‍👦🇩🇪ȩ̴́ ‮abc‬ ‏​ ﷽ ཧཱུྃ �';

/** The mutations, the most different first. */
const mutations: Readonly<Record<string, (body: string) => Hostile>> = {
  '24 hours': (body) => [body.replace('duration="30"', `duration="${24 * 3600 * 30}"`)],
  '10,000 scenes': (body) => [body + many(9990, () => scene('<solid/>', 2))],
  '16 pixels': (body) => [body, { width: 16, height: 16 }],
  '8192 pixels': (body) => [body.replace('duration="30"', 'duration="2"'), { width: 8192, height: 8192 }],
  '240 frames per second': (body) => [body, { rate: 240 }],
  'a text of 10,000 characters': (body) => [withLayers(body, `<text content="${'word '.repeat(2000)}"/>`)],
  'a narrow film': (body) => [body.replace('duration="30"', 'duration="5"'), { width: 16, height: 4000 }],
  '400 texts': (body) => [
    withLayers(
      body.replace('duration="30"', 'duration="3"'),
      many(400, (index) => `<text size="9" content="T${index}"/>`),
    ),
  ],
  'groups in groups': (body) => [withLayers(body, `${'<group>'.repeat(6)}${text('')}${'</group>'.repeat(6)}`)],
  'odd letters': (body) => [withLayers(body, `<text size="40" content="${ODD_LETTERS}"/>`)],
  'one frame': (body) => [body.replace('duration="30"', 'duration="1"')],
  'one frame per second': (body) => [body, { rate: 1 }],
  'large letters': (body) => [withLayers(body, '<text size="2000" content="Large"/>')],
  'a text far outside': (body) => [withLayers(body, text('position="9000, -9000"'))],
  'invisible layers': (body) => [
    withLayers(
      body,
      many(20, () => text('opacity="0"')),
    ),
  ],
  'a strong blur': (body) => [
    withLayers(body, `<text size="60" content="Blurred"><filter type="blur" radius="100"/></text>`),
  ],
  'spinning texts': (body) => [
    withLayers(
      body,
      many(5, (index) => `<text size="40" content="Spin ${index}"><animation type="spin" duration="3"/></text>`),
    ),
  ],
  'keyframes in each frame': (body) => [
    withLayers(
      body,
      `<text size="40" content="Keys"><animation>${many(30, (index) => `<key time="${index}" position="${index % 2 ? 300 : -300}, 0" scale="${index % 2 ? 0.01 : 9}"/>`)}</animation></text>`,
    ),
  ],
  '100 cues at the same time': (body) => [
    withLayers(
      body,
      `<captions size="20">${many(100, (index) => `<cue start="${index % 7}" end="30">Cue ${index}</cue>`)}</captions>`,
    ),
  ],
  '20 loud sounds': (body) => [body + many(20, () => '<audio src="hot.wav" volume="8"/>')],
  'a mask without area': (body) => [
    withLayers(
      body,
      '<group><text size="60" content="Masked"/><mask><shape type="ellipse" width="1" height="1" fill="#fff"/></mask></group>',
    ),
  ],
  'a strobe': (body) => [body + strobe('#ffffff', '#ff0000', 1)],
  'a transition as long as its scenes': (body) => [
    `${scene(solid('#ffffff'), 30)}<transition type="fade" duration="29"/>${body}`,
  ],
  'all platforms': (body) => [body, { platforms: PLATFORM_NAMES, bytes: Number.MAX_SAFE_INTEGER }],
  'thick outlines and shadows': (body) => [
    withLayers(
      body,
      text('outline="200, #ff0000" shadow="900, -900, 300, #00000080" background="#ffffff" padding="100"'),
    ),
  ],
};

/** Each mutation of each seed, in the order of the mutations. The seeds take turns. */
const hostile = Object.keys(seeds).flatMap((_, turn) =>
  Object.entries(mutations).map(([name, mutate], index) => {
    const [seed = '', body = ''] = Object.entries(seeds)[(index + turn) % Object.keys(seeds).length] ?? [];
    const [mutated, request = {}] = mutate(body);
    return [`${name} (${seed})`, mutated, request] as const;
  }),
);

describe('a hostile film', () => {
  test('is one of 100', () => expect(hostile).toHaveLength(100));

  test.each(cases(10, hostile))('is read within the limits, or the check is skipped: %s', async (_, body, request) => {
    const { ran, skipped, findings, more, verdict } = await reportOf(body, { ...request, workshop: at('hostile') });
    const checks = [...ran, ...skipped.map(({ code }) => code)];
    expect(checks.toSorted()).toEqual(CHECK_CODES.filter((code) => checkOf(code).optional !== true).toSorted());
    expect(findings.length).toBeLessThanOrEqual(200);
    if (more === 0) expect(verdict).toBe(verdictOf(findings));
  });

  test('stops when it is aborted', async () => {
    const aborting = new AbortController();
    const checking = reportOf(scene(MOVING, 3000), { signal: aborting.signal, workshop: at('aborted') });
    aborting.abort(new Error('enough'));
    await expect(checking).rejects.toThrow('enough');
  });
});
