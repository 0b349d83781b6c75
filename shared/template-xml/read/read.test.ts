import { describe, expect, test } from 'vitest';
import { sourceOf } from '../testing/read-source.ts';
import { withoutIds } from '../testing/without-ids.ts';
import { readTemplate } from './read.ts';

const MEBIBYTE = 1024 * 1024;

/** Returns the problems in the form `line:column code path`. */
function problemsIn(input: string | Uint8Array): readonly string[] {
  return readTemplate(input).problems.map(({ line, column, code, path }) => `${line}:${column} ${code} ${path}`.trim());
}

function bytes(...values: readonly (number | string)[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) => (typeof value === 'number' ? value : [...new TextEncoder().encode(value)])),
  );
}

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const units = [...`\uFEFF${text}`].flatMap((character) => character.split(''));
  return Uint8Array.from(
    units.flatMap((unit) => {
      const code = unit.charCodeAt(0);
      return order === 'le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
}

describe('a parsed template', () => {
  test('ignores the white space between elements', () => {
    const { document } = sourceOf(
      '<?xml version="1.0"?>\n<!--a-->\n<movie width="16">\r\n  <scene/> text <![CDATA[<b>]]>\n</movie>\n<!--c-->',
    );
    expect(withoutIds(document)).toEqual({
      declaration: true,
      nodes: [
        { kind: 'comment', id: null, text: 'a' },
        {
          kind: 'element',
          id: null,
          name: 'movie',
          attributes: [{ name: 'width', value: '16' }],
          children: [
            { kind: 'element', id: null, name: 'scene', attributes: [], children: [] },
            { kind: 'text', id: null, text: ' text ', cdata: false },
            { kind: 'text', id: null, text: '<b>', cdata: true },
          ],
        },
        { kind: 'comment', id: null, text: 'c' },
      ],
    });
  });

  test('replaces line breaks and tabs in values with spaces', () => {
    const { root } = sourceOf('<movie a="1\r\n2\r3\t4&#10;5&#x9;6&#13;7"/>').document;
    expect(root.attributes).toEqual([{ name: 'a', value: '1 2 3 4\n5\t6\r7' }]);
  });

  test('can have elements named like properties of Object.prototype', () => {
    const { root } = sourceOf('<__proto__ constructor="1" __proto__="2"><toString/></__proto__>').document;
    expect(root.name).toBe('__proto__');
    expect(root.attributes.map(({ name }) => name)).toEqual(['constructor', '__proto__']);
  });

  test('has a range for every tag, name, attribute, and value', () => {
    const source = sourceOf(`\uFEFF<movie\r\n a = '1'\tb="x>"><a/></movie >`);
    const place = source.ranges.get(source.document.root.id);
    if (place?.kind !== 'element') throw new Error('the root has no place');
    const shown = (range: { readonly start: number; readonly end: number } | null) =>
      range && source.text.slice(range.start, range.end);
    expect([place, place.startTag, place.name, place.endTag].map(shown)).toEqual([
      source.text.slice(1),
      `<movie\r\n a = '1'\tb="x>">`,
      'movie',
      '</movie >',
    ]);
    expect(
      place.attributes.map((attribute) => [
        shown(attribute),
        shown(attribute.name),
        shown(attribute.value),
        attribute.quote,
      ]),
    ).toEqual([
      [`a = '1'`, 'a', '1', "'"],
      ['b="x>"', 'b', 'x>', '"'],
    ]);
  });

  test.each([
    ['UTF-8', bytes('<movie a="é"/>')],
    ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, '<movie a="é"/>')],
    ['UTF-16, low byte first', utf16('<movie a="é"/>', 'le')],
    ['UTF-16, high byte first', utf16('<movie a="é"/>', 'be')],
    ['declared UTF-8', bytes('<?xml version="1.0" encoding="utf-8"?><movie a="é"/>')],
    ['declared UTF-16', utf16('<?xml version="1.0" encoding="UTF-16"?><movie a="é"/>', 'le')],
    ['version 1.1, which is parsed as 1.0', bytes('<?xml version="1.1"?><movie a="é"/>')],
  ])('is decoded from %s', (_, input) => {
    const { source, problems } = readTemplate(input);
    expect(problems).toEqual([]);
    expect(source?.document.root.attributes).toEqual([{ name: 'a', value: 'é' }]);
  });

  test('is stored as UTF-8 even if it was UTF-16', () => {
    const { source } = readTemplate(utf16('<?xml version="1.0" encoding="UTF-16LE"?>\n<movie/>', 'le'));
    expect(source?.text).toBe('\uFEFF<?xml version="1.0" encoding="UTF-8"   ?>\n<movie/>');
    expect(readTemplate(new TextEncoder().encode(source?.text)).problems).toEqual([]);
  });
});

describe('the problems of a template', () => {
  test.each<[string, string, readonly string[]]>([
    ['an empty text', '', ['1:1 xml/not-well-formed']],
    ['white space alone', ' \n ', ['1:1 xml/not-well-formed']],
    ['text that is not XML', 'hello', ['1:1 xml/not-well-formed']],
    ['two roots', '<movie/>\n<movie/><b/>', ['2:1 xml/not-well-formed']],
    ['text before the root', 'a<movie/>', ['1:1 xml/not-well-formed']],
    ['text after the root', '<movie/>\n a', ['2:2 xml/not-well-formed']],
    ['CDATA outside the root', '<movie/><![CDATA[]]>', ['1:9 xml/not-well-formed']],
    ['NUL', '<movie>\n\0</movie>', ['2:1 xml/not-well-formed movie']],
    ['a control character', '<movie a="1\u0001"/>', ['1:12 xml/not-well-formed movie@a']],
    ['U+FFFF', '<movie>\uFFFF</movie>', ['1:8 xml/not-well-formed movie']],
    [
      'half of a surrogate pair',
      '<movie a="\uD800">\uDC00</movie>',
      ['1:11 xml/not-well-formed movie@a', '1:14 xml/not-well-formed movie'],
    ],
    ['a reference to NUL', '<movie>&#0;</movie>', ['1:8 xml/not-well-formed movie']],
    ['a reference beyond Unicode', '<movie a="&#x110000;"/>', ['1:11 xml/not-well-formed movie@a']],
    ['an unknown entity', '<movie>&nbsp;</movie>', ['1:8 xml/not-well-formed movie']],
    [
      'lone ampersands',
      '<movie a="?b=1&c=2&d"/>',
      ['1:15 xml/not-well-formed movie@a', '1:19 xml/not-well-formed movie@a'],
    ],
    ['a repeated attribute', '<movie a="1" b="2" a="3"/>', ['1:20 xml/not-well-formed movie@a']],
    [
      'an attribute without quotes',
      '<movie a=1 b=2/>',
      ['1:10 xml/not-well-formed movie', '1:14 xml/not-well-formed movie'],
    ],
    [
      'an attribute without value',
      '<movie><a b/><c d/></movie>',
      ['1:12 xml/not-well-formed movie/a', '1:18 xml/not-well-formed movie/c'],
    ],
    ['no space between attributes', '<movie a="1"b="2"/>', ['1:13 xml/not-well-formed movie']],
    ['`<` in a value', '<movie a="1<2"/>', ['1:12 xml/not-well-formed movie@a']],
    ['`<` in text', '<movie>1 < 2</movie>', ['1:10 xml/not-well-formed movie']],
    ['`]]>` in text', '<movie>]]></movie>', ['1:8 xml/not-well-formed movie']],
    ['`--` in a comment', '<movie><!-- a -- b --></movie>', ['1:15 xml/not-well-formed movie']],
    ['a comment that ends with three hyphens', '<movie><!-- a ---></movie>', ['1:15 xml/not-well-formed movie']],
    ['unclosed elements', '<movie>\n<scene>', ['1:1 xml/not-well-formed movie', '2:1 xml/not-well-formed movie/scene']],
    [
      'an unclosed element in the middle',
      '<movie>\n<scene>\n<video>\n</scene>\n</movie>',
      ['4:1 xml/not-well-formed movie/scene/video'],
    ],
    ['a misspelled end tag', '<movie>\n<scene></scen>\n<scene/>\n</movie>', ['2:8 xml/not-well-formed movie/scene[1]']],
    ['an end tag too many', '<movie>\n<scene/></scene>\n</movie>', ['2:9 xml/not-well-formed movie']],
    ['a forgotten quote', '<movie>\n<a b="1>\n<c/>\n</a>\n</movie>', ['2:4 xml/not-well-formed movie/a@b']],
    ['a forgotten `>`', '<movie>\n<a b="1"\n<c/>\n</a>\n</movie>', ['3:1 xml/not-well-formed movie/a']],
    ['a forgotten `/>`', '<movie>\n<a b="1"\n<c/>\n</movie>', ['3:1 xml/not-well-formed movie/a']],
    ['a `/` with space behind it', '<movie><a b="1" / ><c/></movie>', ['1:17 xml/not-well-formed movie/a']],
    ['an unclosed comment', '<movie>\n<!-- a', ['2:1 xml/not-well-formed movie']],
    ['an unclosed start tag', '<movie a="', ['1:1 xml/not-well-formed movie']],
    ['a late XML declaration', '\n<?xml version="1.0"?><movie/>', ['2:1 xml/not-well-formed']],
    ['an XML declaration without version', '<?xml encoding="UTF-8"?><movie/>', ['1:15 xml/not-well-formed']],
    ['XML 2.0', '<?xml version="2.0"?><movie/>', ['1:16 xml/not-well-formed']],
    ['another declared encoding', '<?xml version="1.0" encoding="latin1"?><movie/>', ['1:31 xml/encoding']],
    ['a document type', '<!DOCTYPE movie SYSTEM "file:///etc/passwd">\n<movie/>', ['1:1 xml/doctype']],
    ['a document type in lower case', '<!doctype html><movie/>', ['1:1 xml/doctype']],
    ['an entity declaration', '<movie><!ENTITY a "b"></movie>', ['1:8 xml/doctype movie']],
    [
      'an unknown name beside a document type in a comment',
      '<movie><!--<!DOCTYPE-->&a;</movie>',
      ['1:24 xml/not-well-formed movie'],
    ],
    ['an unclosed document type', '<!DOCTYPE movie [<!ENTITY a "', ['1:1 xml/doctype']],
    ['hyphens in a document type', `<!DOCTYPE a [<!--${' -- '.repeat(5000)}`, ['1:1 xml/doctype']],
    [
      'processing instructions',
      '<?a?><movie><?b c?></movie>',
      ['1:1 xml/processing-instruction', '1:13 xml/processing-instruction movie'],
    ],
    ['CR LF and lone CR', '<movie>\r\n<a/>\r&</movie>', ['3:1 xml/not-well-formed movie']],
    ['a byte order mark, which takes no column', '\uFEFF<movie>&</movie>', ['1:8 xml/not-well-formed movie']],
    ['a column behind astral characters', '<movie>😀&</movie>', ['1:10 xml/not-well-formed movie']],
    ['siblings of one name', '<movie><a/><b/><a><c d="&"/></a></movie>', ['1:25 xml/not-well-formed movie/a[2]/c@d']],
    [
      'several problems',
      '<movie>\n<a b=c/>&x;\n<d>\n<!-- -- -->\n</movie>',
      [
        '2:6 xml/not-well-formed movie/a',
        '2:9 xml/not-well-formed movie',
        '4:6 xml/not-well-formed movie/d',
        '5:1 xml/not-well-formed movie/d',
      ],
    ],
  ])('locates problems of %s', (_, text, expected) => {
    expect(problemsIn(text)).toEqual(expected);
  });

  test('reports a billion-laughs document without expanding entities', () => {
    const entities = Array.from({ length: 10 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
    expect(problemsIn(`<!DOCTYPE l [<!ENTITY l0 "lol">${entities.join('')}]><movie a="&l10;">&l10;</movie>`)).toEqual([
      '1:1 xml/doctype',
    ]);
  });

  test('reports a document type but parses the document', () => {
    expect(readTemplate('<!DOCTYPE a><movie b="1"><?c?></movie>').source?.document.root.attributes).toEqual([
      { name: 'b', value: '1' },
    ]);
    expect(readTemplate('<!DOCTYPE a [<!ENTITY e "1">]><movie b="&e;"/>').source).toBeNull();
  });

  test.each<[string, Uint8Array, readonly string[]]>([
    ['bytes that are not UTF-8', bytes('<movie>\n é', 0xe9, '</movie>'), ['2:3 xml/encoding']],
    [
      'a file in its declared but unsupported encoding',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?>\n<movie a="', 0xe9, '"/>'),
      ['2:11 xml/encoding'],
    ],
    ['over-long UTF-8', bytes('<movie>', 0xc0, 0xbc, '</movie>'), ['1:8 xml/encoding']],
    ['UTF-8 of a surrogate', bytes('<movie>', 0xed, 0xa0, 0x80, '</movie>'), ['1:8 xml/encoding']],
    ['truncated UTF-8', bytes('<movie>', 0xf0, 0x9f), ['1:8 xml/encoding']],
    ['UTF-16 without a mark', utf16('<movie/>', 'le').subarray(2), ['1:1 xml/encoding']],
    ['half a UTF-16 character', utf16('<movie/>', 'be').subarray(0, 5), ['1:1 xml/encoding']],
    ['UTF-32', bytes(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0), ['1:1 xml/encoding']],
    ['UTF-16 that declares UTF-8', utf16('<?xml version="1.0" encoding="utf-8"?><movie/>', 'le'), ['1:1 xml/encoding']],
    ['UTF-8 that declares UTF-16', bytes('<?xml version="1.0" encoding="UTF-16"?><movie/>'), ['1:31 xml/encoding']],
    ['half of a surrogate pair in UTF-16', utf16('<movie>\uD800</movie>', 'le'), ['1:8 xml/not-well-formed movie']],
  ])('locates problems in the bytes of %s', (_, input, expected) => {
    expect(problemsIn(input)).toEqual(expected);
  });

  test.each<[string, string, readonly string[]]>([
    ['no problem at 5 MiB', `<movie>${' '.repeat(5 * MEBIBYTE - 15)}</movie>`, []],
    ['a size of 5 MiB and 1 byte', `<movie>${' '.repeat(5 * MEBIBYTE - 14)}</movie>`, ['null:null xml/too-large']],
    ['more than 5 MiB in UTF-8', `<movie>${'é'.repeat(2.5 * MEBIBYTE)}</movie>`, ['null:null xml/too-large']],
    ['no problem at 64 nested elements', `${'<a>'.repeat(64)}${'</a>'.repeat(64)}`, []],
    ['65 nested elements', `<b>${'<a>'.repeat(64)}`, [`1:193 xml/too-deep b${'/a'.repeat(64)}`]],
    ['no problem at 100,000 elements', `<m>${'<a/>'.repeat(99_999)}</m>`, []],
    ['100,001 elements', `<m>\n${'<a/>'.repeat(100_000)}</m>`, ['2:399997 xml/too-many-elements m/a[100000]']],
    ['no problem at 10,000 scenes', `<movie>${'<scene/>'.repeat(10_000)}</movie>`, []],
    [
      '10,001 scenes',
      `<movie>${'<scene/>'.repeat(10_001)}</movie>`,
      ['1:80008 template/too-many-scenes movie/scene[10001]'],
    ],
    ['no problem at a value of 4 MiB', `<movie a="${'x'.repeat(4 * MEBIBYTE)}"/>`, []],
    ['no problem at 100,000 uses of variables', `<movie a="${'${b}'.repeat(100_000)}"/>`, []],
    ['100,001 uses of variables', `<movie a="${'${b}'.repeat(100_001)}"/>`, ['1:8 xml/too-many-elements movie']],
    [
      'more than a million texts and comments',
      `<m>${'x<!---->'.repeat(600_000)}</m>`,
      ['1:1000004 xml/too-many-elements m'],
    ],
  ])('checks the limits: %s', (_, text, expected) => {
    expect(problemsIn(text)).toEqual(expected);
  });

  test('reports at most 100 problems', () => {
    expect(problemsIn('&'.repeat(MEBIBYTE))).toHaveLength(100);
    expect(problemsIn(`<m>${'<a b=c d=e></f>'.repeat(MEBIBYTE / 16)}`)).toHaveLength(100);
  });
});

test('an end tag whose name has a byte order mark is refused', () => {
  const { problems } = readTemplate('<movie></movie\uFEFF>');
  expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([['xml/not-well-formed', 1, 8]]);
});
