import { describe, expect, test } from 'vitest';
import { readCueText } from './cue.ts';

const time = { start: 1000, end: 9000 };
const styled = (written: string) => {
  const { text, runs } = readCueText(written, time);
  return runs.map(({ start, end, isBold, isItalic, isUnderlined }) => [
    text.slice(start, end),
    `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}${isUnderlined ? 'u' : ''}`,
  ]);
};
const textOf = (written: string) => readCueText(written, time).text;
const words = (written: string) => {
  const { text, words: later } = readCueText(written, time);
  return later.map(({ at, from }) => [from, text.slice(at)]);
};

describe('markup', () => {
  test('`<b>`, `<i>`, and `<u>` set the style of runs', () => {
    expect(styled('One <b>two <i>three</i></b> <u class="x">four')).toEqual([
      ['two ', 'b'],
      ['three', 'bi'],
      ['four', 'u'],
    ]);
  });

  test('makes one run of adjacent text in one style', () => {
    expect(styled('<b>one</b><B>two</B><i></i>')).toEqual([['onetwo', 'b']]);
  });

  test.each([
    ['<v Anna>Yes</v> <c.loud.red>no</c> <font color="#fff">so</font>', 'Yes no so'],
    ['{\\an8}Up there', 'Up there'],
    ['one<br/>two<BR>three', 'one\ntwo\nthree'],
    ['1 < 2, I <3 you, a <> b', '1 < 2, I <3 you, a <> b'],
    ['</b>no begin <b', 'no begin <b'],
    ['{\\an8}\n{\\i1}  below  ', 'below'],
  ])('is removed unless the text only resembles markup: %s', (written, text) => {
    expect(textOf(written)).toBe(text);
  });
});

test.each([
  ['a &amp; b &lt;b&gt; &quot;c&quot;', 'a & b <b> "c"'],
  ['a&nbsp;b&lrm;&rlm;c', 'a\u00a0b\u200e\u200fc'],
  ['&#233;&#xe9;&#0;&#xd800;&#x110000;', 'éé\ufffd\ufffd\ufffd'],
  ['caf&eacute; &hellip; &NotEqualTilde; &#146;', 'café … \u2242\u0338 ’'],
  ['R&D &copy=2 &AMP', 'R&D &copy=2 &AMP'],
  ['AT&T &unknown; &amp', 'AT&T &unknown; &amp'],
  ['&amp;lt;', '&lt;'],
])('a character reference is decoded only once: %s', (written, text) => {
  expect(textOf(written)).toBe(text);
});

test.each([
  ['AT&T &unknown; &amp b &ampc; &notit; &#233 &#xE9', 'AT&T &unknown; & b &c; ¬it; é é'],
  ['&AMP;&AMP;lt;', '&&lt;'],
  ['&eacut &ea', '&eacut &ea'],
])('a WebVTT reference can omit its semicolon: %s', (written, text) => {
  expect(readCueText(written, time, 'WebVTT').text).toBe(text);
});

test.each([
  ['x</>y<>z', 'xyz', false],
  [
    '<c.yellow.bg>a</c> <v.loud Anna Bell>b</v> <lang en>c</lang> <ruby>d<rt>e</rt>f<rt>g</ruby> <rt>h</rt>',
    'a b c df h',
    false,
  ],
  ['<i.x>a</i', 'a', true],
  ['a <b', 'a', true],
  ['I <3 you', 'I', true],
  ['1 < 2 > 0', '1  0', true],
  ['a <00:02.000> b <99> c', 'a  b  c', true],
])('a WebVTT tag ends at > or at the end: %s', (written, text, hasDoubtfulTag) => {
  expect(readCueText(written, time, 'WebVTT')).toMatchObject({ text, hasDoubtfulTag });
});

test('the positions of runs exclude removed markup', () => {
  expect(styled('  &amp;{\\x}<b>&lt;bold&gt;</b>  ')).toEqual([['<bold>', 'b']]);
  expect(styled('one <b>two  </b>  ')).toEqual([['two', 'b']]);
});

describe('timestamps in the text', () => {
  test('set the start of the following words', () => {
    expect(words('One <00:00:02.000>two <00:03.500><c>three</c>')).toEqual([
      [2000, 'two three'],
      [3500, 'three'],
    ]);
  });

  test('are ignored out of order or outside the cue', () => {
    expect(words('<00:00.500>a <00:05.000>b <00:04.000>c <00:09.000>d')).toEqual([[5000, 'b c d']]);
  });

  test('apply only the last of several at one position', () => {
    expect(words('a <00:02.000><00:03.000>b <00:04.000>')).toEqual([[3000, 'b']]);
  });

  test('stay in the text if they are malformed', () => {
    expect(textOf('a <12> b')).toBe('a <12> b');
  });
});
