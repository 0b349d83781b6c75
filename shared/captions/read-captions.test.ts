import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captionLimits } from './cue.ts';
import { decodeCaptions, otherCaptionsFormat, readCaptions, readCaptionsPaced } from './read-captions.ts';

const read = (text: string) => {
  const captions = readCaptions(text);
  if (!captions.ok) throw new Error(captions.error);
  return captions.value;
};
const cuesOf = (text: string) => read(text).cues.map((cue) => [cue.start, cue.end, cue.text]);
const faults = (text: string) => read(text).faults.map(({ of, line }) => `${of} ${line}`);

describe('SubRip', () => {
  test('reads the lines of a cue up to an empty line', () => {
    expect(cuesOf('1\n00:00:01,500 --> 00:00:03,000\nHello\nyou\n\n2\n01:00:00,000 --> 01:00:02,000\nBye\n')).toEqual([
      [1500, 3000, 'Hello\nyou'],
      [3_600_000, 3_602_000, 'Bye'],
    ]);
  });

  test('accepts other line breaks, missing hours, and missing numbers', () => {
    const written = '\ufeff00:01.5-->00:03,25  X1:40 X2:600\r\nOne\r\n\r\n\r\n 2 \r\n1:2:3 --> 1:2:4\rTwo';
    expect(cuesOf(written)).toEqual([
      [1500, 3250, 'One'],
      [3_723_000, 3_724_000, 'Two'],
    ]);
    expect(faults(written)).toEqual([]);
  });

  test('starts a cue even if the empty line before is missing', () => {
    const written = '1\n00:01,000 --> 00:02,000\nOne\n2\n00:03,000 --> 00:04,000\nTwo\n00:05,000 --> 00:06,000\nThree';
    expect(cuesOf(written).map(([, , text]) => text)).toEqual(['One', 'Two', 'Three']);
  });

  test('keeps a number as text if no cue follows', () => {
    expect(cuesOf('00:01,000 --> 00:02,000\n42')).toEqual([[1000, 2000, '42']]);
  });
});

test.each([
  ['an arrow', '1\n00:01,000 --> 00:02,000\nA --> B\n\n2\n00:03,000 --> 00:04,000\nC', ['A --> B', 'C']],
  ['an arrow at its end', '1\n00:01,000 --> 00:02,000\nGo -->\n--> Come', ['Go -->\n--> Come']],
  ['an empty line', '1\n00:01,000 --> 00:02,000\nOne\n\nTwo\n\n2\n00:03,000 --> 00:04,000\nC', ['One\n\nTwo', 'C']],
  ['an arrow after an empty line', '1\n00:01,000 --> 00:02,000\nOne\n\nA --> B\n', ['One\n\nA --> B']],
  ['a number after an empty line', '00:01,000 --> 00:02,000\n42\n\n2', ['42\n\n2']],
  ['a name before the next cue', '00:01,000 --> 00:02,000\nOne\n\nintro\n00:03,000 --> 00:04,000\nC', ['One', 'C']],
  [
    'a malformed cue after it',
    '00:01,000 --> 00:02,000\nOne\n2\n00:0x --> 00:04\nNo\n\n3\n00:05 --> 00:06\nC',
    ['One', 'C'],
  ],
])('the text of a SubRip cue is read: %s', (_, written, texts) => {
  expect(cuesOf(written).map(([, , text]) => text)).toEqual(texts);
});

describe('WebVTT', () => {
  test.each([
    ['00:01.000 --> 00:02.000align:end\nA', [[1000, 2000, 'A']]],
    ['1000:00:00.000 --> 1000:00:01.000\nA', [[3_600_000_000, 3_600_001_000, 'A']]],
    ['00:01.000 --> 00:02.000\ncaf&eacute; &hellip; &AMP; &amp b', [[1000, 2000, 'café … & & b']]],
    ['00:01.000 --> 00:02.000\nx</>y', [[1000, 2000, 'xy']]],
    [
      '00:01.000 --> 00:02.000\n<i>A\n\n00:03.000 --> 00:04.000\nB',
      [
        [1000, 2000, 'A'],
        [3000, 4000, 'B'],
      ],
    ],
    [
      '00:01.000 --> 00:02.000\nA\nB --> C\n\n00:03.000 --> 00:04.000\nD',
      [
        [1000, 2000, 'A'],
        [3000, 4000, 'D'],
      ],
    ],
  ])('reads the cues of %j', (written, cues) => {
    expect(cuesOf(`WEBVTT\n\n${written}`)).toEqual(cues);
  });

  test('ignores the header, notes, styles, regions, and settings', () => {
    const written = [
      'WEBVTT - a film\nKind: captions\n',
      'NOTE\nsaid --- nothing\n',
      'STYLE\n::cue { color: red }\n',
      'REGION\nid:fred\n',
      'first words\n00:01.000 --> 00:02.000 align:start position:10%\n- Who?\n- <v Anna>Me.</v>\n',
    ].join('\n');
    expect(cuesOf(written)).toEqual([[1000, 2000, '- Who?\n- Me.']]);
    expect(faults(written)).toEqual([]);
  });

  test('accepts a file without cues', () => {
    expect(cuesOf('WEBVTT')).toEqual([]);
  });
});

describe('JSON with wrong types', () => {
  const jsonFaults = (json: unknown) => {
    const result = readCaptions(JSON.stringify(json));
    return result.ok ? result.value.faults.map(({ of, line }) => `${of} ${line}`) : result.error;
  };
  const good = { start: 1, end: 2, text: 'A' };

  test('reads times that are written as texts', () => {
    const clock = { start: '00:00:01.500', end: '01:02,25', text: 'A' };
    expect(cuesOf(JSON.stringify({ segments: [clock] }))).toEqual([[1500, 62_250, 'A']]);
    expect(cuesOf(JSON.stringify({ segments: [{ start: '1.5', end: ' 2', text: 'A' }] }))).toEqual([[1500, 2000, 'A']]);
  });

  test('reads times of words in milliseconds', () => {
    const words = [
      { text: 'Good', start: 240, end: 640, confidence: 0.97 },
      { text: 'morning.', start: 640, end: 1200, confidence: 0.99 },
    ];
    expect(cuesOf(JSON.stringify({ text: 'Good morning.', words }))).toEqual([[240, 1500, 'Good morning.']]);
    const slow = [{ text: 'Ah', start: 0, end: 19 }];
    expect(cuesOf(JSON.stringify({ words: slow }))).toEqual([[0, 19_300, 'Ah']]);
  });

  test.each([
    ['a text that is a number', { segments: [good, { start: 1, end: 2, text: 5 }] }, ['entry 2']],
    ['no end', { segments: [{ start: '0', end: null, text: 'B' }, good, { ...good, end: 0 }] }, ['entry 1', 'order 3']],
    ['an empty text', { segments: [{ start: 0, end: 1, text: ' ' }, good] }, []],
    ['words without times', [{ word: 'A', start: 1, end: 2 }, { word: 'B' }, null], ['entry 2', 'entry 3']],
    ['no readable entry', { segments: [{ start: '0', end: null, text: 5 }] }, 'no-list'],
    ['segments that are no list', { segments: null }, 'no-list'],
    ['no list', { text: 'A' }, 'no-list'],
  ] as const)('reports the entry: %s', (_, json, expected) => {
    expect(jsonFaults(json)).toEqual(expected);
  });
});

test('a stream clock that starts after 0 is reported with its line', () => {
  const ignored = (map: string) => {
    const result = readCaptions(`WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n00:01.000 --> 00:02.000\nA`);
    return result.ok ? result.value.ignored : result.error;
  };
  expect(ignored('LOCAL:00:00:00.000,MPEGTS:900000')).toEqual([{ of: 'clock', line: 2, count: 1 }]);
  expect(ignored('MPEGTS:0,LOCAL:00:00:00.000')).toBeUndefined();
});

test('cues are sorted by start, keeping the order of equal starts', () => {
  const written = '00:05.000 --> 00:06.000\nC\n\n00:01.000 --> 00:09.000\nA\n\n00:01.000 --> 00:02.000\nB';
  expect(cuesOf(written).map(([, , text]) => text)).toEqual(['A', 'B', 'C']);
});

describe('faults', () => {
  test.each([
    ['a line with a wrong arrow', '1\n00:00:01 -> 00:00:02\nHello\n\n00:01 --> 00:02\nYes', ['time 2']],
    ['an invalid timestamp', 'x\n00:00:aa --> 00:00:02\nHello\n\n00:01 --> 00:02\nYes', ['time 2']],
    ['an end before its start', '00:02 --> 00:02\nNo\n\n00:01 --> 00:02\nYes', ['order 1']],
    ['stray lines', 'lost\nlines\n\n00:01 --> 00:02\nYes\n', ['stray 1']],
    ['stray lines in WebVTT', 'WEBVTT\n\n00:01 --> 00:02\nYes\n\nlost\nlines\n', ['stray 6']],
    ['an unclosed tag', 'WEBVTT\n\n00:01 --> 00:02\nYes<b and no', ['tag 3']],
    ['an invalid tag', 'WEBVTT\n\n00:01 --> 00:02\nYes< 2 and 3 >', ['tag 3']],
    ['a cue that is too long', `00:03 --> 00:04\n${'x'.repeat(2001)}\n\n00:01 --> 00:02\nYes`, ['long 1']],
  ])('include the line of %s', (_, written, expected) => {
    expect(faults(written)).toEqual(expected);
    expect(cuesOf(written)).toEqual([[1000, 2000, 'Yes']]);
  });

  test.each([
    '00:00:03,000 -> 00:00:04,000',
    '00:00:03,000 —> 00:00:04,000',
    '00:00:03,000 → 00:00:04,000',
    '00:00:03,000 - 00:00:04,000',
    '00:00:03,000 00:00:04,000',
    '0:00:03.000,0:00:04.000',
    '00;00:03,000 --> 00:00:04,000',
    'OO:00:03,000 --> 00:00:04,000',
    '00:00:03 000 --> 00:00:04 000',
    '00: 00: 03, 000 --> 00: 00: 04, 000',
    '3.5 --> 4.5',
    '-00:00:03,000 --> 00:00:04,000',
    '--> 00:00:04,000',
    '00:00:03,000 -->',
    '00:03 => 00:04',
  ])('include the malformed times %j after a cue', (times) => {
    const written = `1\n00:01 --> 00:02\nYes\n\n2\n${times}\nNo\n\n3\n00:05 --> 00:06\nAlso\n`;
    expect(faults(written)).toEqual(['time 6']);
    expect(cuesOf(written).map(([, , text]) => text)).toEqual(['Yes', 'Also']);
  });

  test.each([
    ['without an empty line', '1\n00:01 --> 00:02\nYes\n2\n00:00:03,000 -> 00:00:04,000\nNo', 'time 5'],
    ['without a number', '00:01 --> 00:02\nYes\n\n00:00:03,000 -> 00:00:04,000\nNo', 'time 4'],
    ['in WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nYes\n00:03.000 -> 00:04.000\nNo', 'time 5'],
  ])('include malformed times %s', (_, written, fault) => {
    expect(faults(written)).toEqual([fault]);
    expect(cuesOf(written).map(([, , text]) => text)).toEqual(['Yes']);
  });

  test.each(['10:30 -> 11:00', '2\n10:30 – 11:00', '1.5 -> 2.5', 'Act\n\n10:30 -> 11:00\nlunch', '3\n\n2\n\n1\n\nGo!'])(
    'exclude the text %j',
    (text) => {
      const written = `1\n00:01 --> 00:02\n${text}\n`;
      expect(faults(written)).toEqual([]);
      expect(cuesOf(written)).toEqual([[1000, 2000, text]]);
    },
  );

  test('exclude a first line with only a space', () => {
    const written =
      'WEBVTT\n\n00:00.000 --> 00:01.000\n \nHello<00:00.500><c> you</c>\n \n\n00:01.000 --> 00:02.000\nB';
    expect(faults(written)).toEqual([]);
    expect(cuesOf(written)).toEqual([
      [0, 1000, 'Hello you'],
      [1000, 2000, 'B'],
    ]);
  });

  test('exclude a note with a wrong arrow', () => {
    const written = 'WEBVTT\n\nNOTE old times\n00:01.000 -> 00:02.000\nA\n\n00:01.000 --> 00:02.000\nB';
    expect(faults(written)).toEqual([]);
    expect(cuesOf(written)).toEqual([[1000, 2000, 'B']]);
  });

  test('include a cue beyond the limit of simultaneous cues', () => {
    const many = Array.from({ length: captionLimits.atOnce + 1 }, (_, at) => `00:0${at}.000 --> 00:30.000\n${at}\n`);
    const { cues, faults: listed } = read(many.join('\n'));
    expect(cues).toHaveLength(captionLimits.atOnce);
    expect(listed).toEqual([{ of: 'crowd', line: 3 * captionLimits.atOnce + 1 }]);
  });

  test('are counted completely, but only the first are listed', () => {
    const { faults: listed, faultCount } = read('00:02 --> 00:01\nx\n\n'.repeat(5000));
    expect([listed.length, faultCount]).toEqual([captionLimits.faults, 5000]);
  });

  test('exclude an empty cue', () => {
    expect(read('00:01 --> 00:02\n\n00:02 --> 00:03\n{\\an8}\n')).toEqual({
      cues: [],
      faults: [],
      faultCount: 0,
      ignored: [{ of: 'command', line: 4, count: 1 }],
    });
  });
});

describe('ignored styling', () => {
  const ignored = (text: string) => (read(text).ignored ?? []).map(({ of, line, count }) => `${of} ${line} ${count}`);

  test('is counted by kind with its first line', () => {
    const srt = '1\n00:01 --> 00:02 X1:10\n{\\an8}A <font color="red">b</font>\n<font size=2>c</font> {\\i1}d <s>e</s>';
    expect(ignored(srt)).toEqual(['settings 2 1', 'command 3 2', 'font 3 2', 'tag 4 1']);
    const block = (name: string) => `${name}\nx\n\n`;
    const vtt = `WEBVTT\n\n${block('STYLE')}${block('STYLE')}${block('REGION')}${block('NOTE')}`;
    const cue = '00:01.000 --> 00:02.000 line:0 align:left\n<c.yellow>A</c> <b.loud>B</b>\n<ruby>C<rt>c</rt></ruby>';
    expect(ignored(vtt + cue)).toEqual(['style 3 2', 'region 9 1', 'settings 15 1', 'class 16 2', 'ruby 17 1']);
  });

  test.each([
    '<b>A</b> <i>B</i><br><u>C</u> x < y',
    '<v Bob>A</v> <c>B</c> <lang de>C</lang> <00:01.500>D',
    'A {smile} &lt;font&gt; <3',
  ])('does not include %j', (text) => {
    expect(ignored(`WEBVTT\n\n00:01.000 --> 00:02.000 align:center position:50%\n${text}`)).toEqual([]);
  });
});

describe('other formats', () => {
  test.each([
    ['Advanced SubStation Alpha (.ass)', '\ufeff[Script Info]\r\nScriptType: v4.00+\r\n[Events]'],
    ['SubStation Alpha (.ssa)', '[Script Info]\nScriptType: v4.00\n[Events]'],
    ['TTML (.ttml)', '<?xml version="1.0"?>\n<!-- a -->\n<tt xmlns="http://www.w3.org/ns/ttml"/>'],
    ['SAMI (.smi)', '<SAMI>\n<HEAD>'],
    ['YouTube XML (.srv1–.srv3)', '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">'],
    ['YouTube JSON (.json3)', '{\n  "wireMagic": "pb3",'],
    ['Whisper TSV', 'start\tend\ttext\n0\t1000\tHello'],
    ['SBV (.sbv)', '0:00:00.000,0:00:01.000\nHello'],
    ['SubViewer (.sub)', '[INFORMATION]\n[TITLE]x'],
    ['MicroDVD (.sub)', '{0}{25}Hello'],
    ['MPL2', '[0][25]Hello'],
    ['LRC (.lrc)', '[ar:Somebody]\n[ti: A]\n[00:12.00]Line'],
    ['Scenarist (.scc)', 'Scenarist_SCC V1.0\n'],
    ['EBU STL (.stl)', '850STL25.011'],
    ['SubRip with frame numbers', '1\n00:00:00:00 --> 00:00:01:00\nA'],
    [null, '1\n00:00:00,000 --> 00:00:01,000\nA'],
    [null, 'WEBVTT\n\n[00:01]'],
    [null, 'Dear all,'],
    [null, '<!doctype html><html>'],
  ])('include %s', (format, text) => {
    expect(otherCaptionsFormat(text)).toBe(format);
  });
});

describe('refused files', () => {
  test.each([
    ['a text without times', 'Dear all,\n\nplease see below.', 'no-captions'],
    ['an empty text', '', 'no-captions'],
    ['too much text', ' '.repeat(captionLimits.bytes + 1), 'too-large'],
    ['too many cues', '00:01 --> 00:02\nx\n\n'.repeat(captionLimits.cues + 1), 'too-many'],
  ])('refuses %s', (_, written, error) => {
    expect(readCaptions(written)).toEqual({ ok: false, error });
  });

  test.each([
    ['text that is not UTF-8', [0x0a, 0x66, 0xfc, 0x72], { byte: '0xFC', line: 2 }],
    ['half a character of UTF-16', [0xff, 0xfe, 0x41], null],
    ['half a pair of UTF-16', [0xff, 0xfe, 0x00, 0xd8], null],
  ])('refuses %s', (_, bytes, bad) => {
    expect(decodeCaptions(Uint8Array.from(bytes))).toEqual({ ok: false, error: { kind: 'not-text', bad } });
  });
});

test('a file that is too large is refused without decoding', () => {
  const bytes = new Uint8Array(captionLimits.bytes + 1);
  expect(decodeCaptions(bytes)).toEqual({ ok: false, error: { kind: 'too-large' } });
});

test.each([
  ['Ctrl+Z at the end', 'a\u001a', 'a'],
  ['NULs at the end', 'a\n\0\0', 'a\n'],
  ['NUL', 'a\0b', 'a\ufffdb'],
  ['another control character', 'a\u0007b\u001a', 'a\u0007b'],
])('a text can contain %s', (_, written, text) => {
  expect(decodeCaptions(new TextEncoder().encode(written))).toEqual({ ok: true, value: text });
});

test.each([
  ['UTF-8', [0x66, 0xc3, 0xbc, 0x72]],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x66, 0xc3, 0xbc, 0x72]],
  ['UTF-16 with a mark, low byte first', [0xff, 0xfe, 0x66, 0, 0xfc, 0, 0x72, 0]],
  ['UTF-16 with a mark, high byte first', [0xfe, 0xff, 0, 0x66, 0, 0xfc, 0, 0x72]],
])('a caption file is decoded: %s', (_, bytes) => {
  expect(decodeCaptions(Uint8Array.from(bytes))).toEqual({ ok: true, value: 'für' });
});

const pieces = fc.constantFrom(
  ...['\n', '\r\n', '\n\n', '00:01.000 --> 00:02.500', '00:09 --> 00:02', '-->', '<b>', '</b>', '<i', '<00:01.2>', '>'],
  ...['&amp;', '&#x110000;', '&', '{\\an8}', '{\\', 'WEBVTT', 'NOTE', '7', 'word', '😀', '<c.x.y>', '<'],
);

test('the paced reader returns the captions of the plain reader', async () => {
  const written = '00:01 --> 00:02\nx\n\n'.repeat(5000);
  let pauses = 0;
  const paced = await readCaptionsPaced(written, async () => {
    pauses += 1;
  });
  expect(paced).toEqual(readCaptions(written));
  expect(pauses).toBeGreaterThan(2);
});

test('cues of random texts are sorted and have valid runs', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (written) => {
      const captions = readCaptions(`00:00 --> 00:01\n${written.join('')}`);
      if (!captions.ok) return;
      const { cues } = captions.value;
      for (const [index, { start, end, text, runs, words }] of cues.entries()) {
        expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.start ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(text).toBe(text.trim());
        const bounds = runs.flatMap((run) => [run.start, run.end]);
        expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
        expect(bounds.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
        expect(words.every((word) => word.from > start && word.from < end && word.at < text.length)).toBe(true);
      }
    }),
  );
});

test('long adversarial lines are read in linear time', () => {
  const slow = ['<a', '{\\', '<1', '&#1', '0:', ' 0', '<b', 'x'].map((each) => each.repeat(90_000)).join('\n');
  expect(read(`00:01 --> 00:02\n${slow}\n\n00:01 --> 00:02\nYes`).cues.map(({ text }) => text)).toEqual(['Yes']);
  const names = ['a', '1', ' '].map((each) => `<${each.repeat(600_000)}`).join('\n');
  expect(cuesOf(`00:01 --> 00:02\n${names}`)).toEqual([]);
});
