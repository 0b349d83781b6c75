import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderFilm, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { captionLimits } from '#shared/captions/cue.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 320;
const HEIGHT = 180;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const write = (name: string, text: string | Uint8Array) => writeFile(join(folder.path, name), text);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const film = (layers: string, rate = '10', attributes = 'duration="30"') =>
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${rate}"><scene ${attributes}>${layers}</scene></movie>`;
const framesOf = (layers: string, rate?: string, attributes?: string) =>
  composedFrames(film(layers, rate, attributes), { folder: folder.path });

/** Returns the bounds and the total light of the visible pixels on black. */
function visibleArea(frame: Buffer) {
  let [left, top, right, bottom, light] = [WIDTH, HEIGHT, -1, -1, 0];
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const luma = (frame[y * WIDTH + x] ?? 0) - 16;
      if (luma <= 4) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      light += luma / 219;
    }
  return { left, top, right, bottom, light };
}
const isEmpty = (frame: Buffer) => visibleArea(frame).right < 0;

describe('a caption', () => {
  test('is visible during its time above the lower edge', async () => {
    await write('two.srt', '1\n00:00:00,500 --> 00:00:01,000\nHello\n\n2\n00:00:02,000 --> 00:00:02,500\nBye\n');
    const frames = await framesOf('<captions src="two.srt" size="20"/>');
    const visibleFrames = frames.flatMap((frame, at) => (isEmpty(frame) ? [] : [at]));
    expect(visibleFrames).toEqual([5, 6, 7, 8, 9, 20, 21, 22, 23, 24]);
    const { left, right, top, bottom } = visibleArea(required(frames[5], 'a frame'));
    expect(Math.abs((left + right + 1) / 2 - WIDTH / 2)).toBeLessThan(3);
    // The caption's box ends 8 % above the lower edge and is one line high.
    const edge = HEIGHT * 0.92;
    expect([top > edge - 24, bottom < edge]).toEqual([true, true]);
  });

  test.each([
    ['30000/1001', 15, 30],
    ['24', 12, 24],
    ['1001/40', 13, 25],
  ])('is rounded to frames at %s fps', async (rate, first, end) => {
    await write('one.vtt', 'WEBVTT\n\n00:00.500 --> 00:01.000\nHello');
    const frames = await framesOf('<captions src="one.vtt" size="20"/>', rate, 'duration="40"');
    expect(frames.findIndex((frame) => !isEmpty(frame))).toBe(first);
    expect(frames.findLastIndex((frame) => !isEmpty(frame))).toBe(end - 1);
  });

  test('starts at the in-point and can be animated', async () => {
    await write('one.srt', '00:01,000 --> 00:03,000\nHello');
    const layer = (inside: string) =>
      `<captions src="one.srt" size="20" skip="1s" offset="5" duration="10">${inside}</captions>`;
    const [plain, faded] = [
      await framesOf(layer('')),
      await framesOf(layer('<animation type="fadeout" duration="8"/>')),
    ];
    expect(plain.flatMap((frame, at) => (isEmpty(frame) ? [] : [at]))).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    const light = (frames: readonly Buffer[], at: number) => visibleArea(required(frames[at], 'a frame')).light;
    expect(light(faded, 5)).toBe(light(plain, 5));
    expect(light(faded, 12)).toBeLessThan(light(plain, 12) / 2);
  });
});

test('bold, italic, and underlined text is styled', async () => {
  const cues = ['word', '<b>word</b>', '<i>word</i>', '<u>word</u>', '<font color="red">word</font>'];
  await write('set.srt', cues.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n`).join('\n'));
  const frames = await framesOf('<captions src="set.srt" size="40"/>', '1', 'duration="5"');
  const [plain, bold, italic, underlined, other] = frames.map(visibleArea);
  expect(required(bold, 'a frame').light).toBeGreaterThan(required(plain, 'a frame').light * 1.1);
  expect(frames[2]?.equals(required(frames[0], 'a frame'))).toBe(false);
  expect(required(italic, 'a frame').light).toBeGreaterThan(required(plain, 'a frame').light * 0.8);
  expect(required(underlined, 'a frame').bottom).toBeGreaterThan(required(plain, 'a frame').bottom);
  expect(other).toEqual(plain);
});

test('words appear one by one in word mode, at their final positions', async () => {
  await write('words.vtt', 'WEBVTT\n\n00:00.000 --> 00:03.000\nOne <00:01.000>two <00:02.000>three');
  const whole = (await framesOf('<captions src="words.vtt" size="30"/>')).map(visibleArea);
  expect(new Set(whole.map(({ light }) => light)).size).toBe(1);
  const frames = (await framesOf('<captions src="words.vtt" size="30" mode="word"/>')).map(visibleArea);
  const [first, second, third] = [0, 10, 20].map((at) => required(frames[at], 'a frame'));
  expect(third).toEqual(whole[0]);
  expect([first?.left, second?.left]).toEqual([third?.left, third?.left]);
  expect(required(first, 'a frame').right).toBeLessThan(required(second, 'a frame').right);
  expect(required(second, 'a frame').right).toBeLessThan(required(third, 'a frame').right);
  expect(frames[9]).toEqual(first);
});

test('a pill follows the spoken word of a phrase', async () => {
  await write('spoken.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nOne <00:01.000>two');
  const pill = '<word state="active" color="#000" background="#fff"/>';
  const layer = `<captions src="spoken.vtt" size="40" color="#000" group="phrase">${pill}</captions>`;
  const areas = (await framesOf(layer)).map(visibleArea);
  const [first, second] = [required(areas[2], 'a frame'), required(areas[12], 'a frame')];
  expect(first.right).toBeLessThan(second.left);
  expect(areas[9]).toEqual(first);
  const result = await tryFilm(film('<captions look="pop"><cue start="0" end="9">One two</cue></captions>'), {
    folder: folder.path,
  });
  expect(result).toMatchObject({ ok: true, value: { warnings: [{ code: 'captions/words' }] } });
});

test('Arabic is shaped and runs from right to left', async () => {
  await write('arabic.srt', '00:00 --> 00:01\nمرحبا <b>بالعالم</b>\n\n00:01 --> 00:02\nمرحبا بالعالم');
  const result = await tryFilm(film('<captions src="arabic.srt" size="30"/>'), { folder: folder.path });
  expect(result).toMatchObject({ ok: true, value: { warnings: [] } });
  const [set, plain] = (await framesOf('<captions src="arabic.srt" size="30"/>', '1', 'duration="2"')).map(visibleArea);
  const [bold, regular] = [required(set, 'a frame'), required(plain, 'a frame')];
  // The bold word is on the left. The word on the right is unchanged.
  expect(bold.light).toBeGreaterThan(regular.light);
  expect(Math.abs(bold.right - bold.left - (regular.right - regular.left))).toBeLessThan(30);
});

test('simultaneous captions are stacked in order of their start', async () => {
  await write('both.srt', '00:00 --> 00:02\nOne\n\n00:01 --> 00:03\nTwo two');
  const frames = (await framesOf('<captions src="both.srt" size="20"/>')).map(visibleArea);
  const [one, both, two] = [0, 10, 20].map((at) => required(frames[at], 'a frame'));
  expect([one?.bottom, both?.bottom]).toEqual([two?.bottom, two?.bottom]);
  expect(required(both, 'a frame').top).toBeLessThan(required(one, 'a frame').top - 15);
  expect(both?.light).toBeCloseTo(required(one, 'a frame').light + required(two, 'a frame').light, 0);
});

test('captions work in groups and masks', async () => {
  await write('one.srt', '00:01,000 --> 00:02,000\nHello');
  const grouped = await framesOf('<group offset="5"><captions src="one.srt" size="20"/></group>');
  const masked = await framesOf('<solid color="#fff"><mask><captions src="one.srt" size="20"/></mask></solid>');
  expect(grouped.findIndex((frame) => !isEmpty(frame))).toBe(15);
  expect(masked.findIndex((frame) => !isEmpty(frame))).toBe(10);
});

full.test('an edited caption remakes only its scene', async () => {
  const cues = (last: string) => `00:00,000 --> 00:00,500\nOne\n\n00:01,000 --> 00:01,450\n${last}`;
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10"><scene duration="8"><captions src="long.srt"/></scene>
    <scene><captions src="long.srt" skip="8"/></scene></movie>`;
  const render = () => renderFilm(xml, { folder: folder.path, workshop: { isCacheOn: true } });
  await write('long.srt', cues('Two'));
  expect(await render()).toMatchObject({ frames: 15, cachedScenes: 0, warnings: [] });
  await write('long.srt', cues('Three'));
  expect(await render()).toMatchObject({ frames: 15, cachedScenes: 1 });
});

describe('a fault in captions', () => {
  const findingsOf = async (source: string, attributes = '') => {
    const result = await tryFilm(film(`<captions src="${source}" ${attributes}/>`), { folder: folder.path });
    const findings = result.ok ? result.value.warnings : result.error;
    return findings.map(({ code, says }) => [code, says.values]);
  };
  const codes = async (...parameters: Parameters<typeof findingsOf>) =>
    (await findingsOf(...parameters)).map(([code]) => code);

  test('is reported before rendering if the file is unusable', async () => {
    await write(
      'bytes.srt',
      Uint8Array.from({ length: 1000 }, (_, at) => at % 256),
    );
    await write('letter.srt', 'Dear all,\n\nplease see below.\n');
    await write('empty.srt', '');
    await write('latin.srt', Buffer.from('00:00 --> 00:01\nfür', 'latin1'));
    await write('large.srt', `00:00 --> 00:01\nHello\n\n${'\n'.repeat(captionLimits.bytes)}`);
    await write('many.srt', '00:00 --> 00:01\nx\n\n'.repeat(captionLimits.cues + 1));
    for (const name of ['bytes.srt', 'letter.srt', 'empty.srt', 'latin.srt'])
      expect(await codes(name), name).toEqual(['captions/unreadable']);
    expect(await codes('large.srt')).toEqual(['source/too-large']);
    expect(await codes('many.srt')).toEqual(['source/too-large']);
  });

  full.test('gives a warning with the lines of the affected cues', async () => {
    await write(
      'some.srt',
      '1\n00:00:02,000 --> 00:00:01,000\nNo\n\n2\n00:00:00 -> 00:00:01\nNo\n\n00:00 --> 00:01\nYes',
    );
    expect(await findingsOf('some.srt')).toEqual([
      ['captions/cue', { file: 'some.srt', of: 'order', line: 2 }],
      ['captions/cue', { file: 'some.srt', of: 'time', line: 6 }],
    ]);
    const broken = '00:01 --> 00:00\nNo\n\n'.repeat(500);
    await write('broken.srt', `${broken}00:00 --> 00:01\nYes`);
    const all = await findingsOf('broken.srt');
    expect([all.length, all.at(-1)]).toEqual([
      captionLimits.faults + 1,
      ['captions/cue', { file: 'broken.srt', more: 500 - captionLimits.faults }],
    ]);
  });

  full.test('gives a warning for ignored styling and for a file without captions', async () => {
    await write('styled.srt', '1\n00:00 --> 00:01\n{\\an8}<font color="red">A</font>\n');
    expect(await findingsOf('styled.srt')).toEqual([
      ['captions/ignored', { file: 'styled.srt', of: 'command', line: 3, count: 1 }],
      ['captions/ignored', { file: 'styled.srt', of: 'font', line: 3, count: 1 }],
    ]);
    await write('none.vtt', 'WEBVTT\n');
    expect(await findingsOf('none.vtt')).toEqual([['captions/none', { file: 'none.vtt' }]]);
    await write('other.ass', '[Script Info]\nScriptType: v4.00+\n');
    expect(await findingsOf('other.ass')).toEqual([
      ['captions/unreadable', { name: 'other.ass', reason: expect.objectContaining({ code: 'media/other-captions' }) }],
    ]);
  });

  full.test('gives one warning per layer about the content', async () => {
    const cue = (at: number, text: string) => `00:0${at} --> 00:0${at + 1}\n${text}\n\n`;
    const long = 'word '.repeat(60);
    await write('long.srt', `${cue(0, long)}${cue(1, `${long}𒀀`)}${cue(2, '𒀁')}`);
    expect(await findingsOf('long.srt', 'width="100" height="30" size="20"')).toEqual([
      ['text/overflow', { text: expect.stringMatching(/^word word/), more: 1 }],
      ['text/missing-glyph', { characters: ['𒀀', '𒀁'] }],
    ]);
  });

  full.test('is reported for captions without cues after the in-point', async () => {
    await write('none.vtt', 'WEBVTT\n\nNOTE nothing yet\n');
    expect(await codes('none.vtt')).toEqual(['captions/none']);
    await write('late.vtt', 'WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nLate');
    expect(await codes('late.vtt')).toEqual([]);
    expect(await codes('late.vtt', 'skip="3601s"')).toEqual(['source/ended']);
  });
});
