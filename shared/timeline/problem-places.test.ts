import { describe, expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { type ProblemCode, problemCodes } from '#shared/template/document/problem.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** Marks the expected location of a problem in the templates below. */
const MARK = '¦';

interface LocatedProblem {
  readonly code: ProblemCode;
  /** A code that describes the problem more precisely than `code`. */
  readonly reason: string;
  readonly place: string;
}

/** Returns the problems of a template for these values of variables. */
function problemsOf(text: string, values: Readonly<Record<string, string>> = {}): readonly LocatedProblem[] {
  const { source } = readTemplate(text);
  if (source === null) throw new Error('the template cannot be read');
  const { findings } = resolveTemplate(source.document, { values: new Map(Object.entries(values)), missing: 'error' });
  return locateFindings(findings, source).map(({ code, reason, line, column }) => ({
    code,
    reason,
    place: `${line}:${column}`,
  }));
}

/** Returns the template without its mark, and the location of the mark. */
function marked(movie: string): { readonly text: string; readonly place: string } {
  const text = `<movie width="64" height="64" framerate="25">\n${movie}\n</movie>`;
  const before = text.slice(0, text.indexOf(MARK)).split('\n');
  return { text: text.replace(MARK, ''), place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}` };
}

const scene = (layers: string) => `<scene duration="50">${layers}</scene>`;
const animated = (animation: string) => scene(`<solid>\n${animation}</solid>`);
const choice = (scenes: string) => `<scene type="choice" condition="\${plan, gold}">\n${scenes}</scene>`;

type Case = readonly [what: string, code: ProblemCode, reason: string, movie: string];

const declared = (attributes: string, inside = '') =>
  `<resources><variable name="tags" type="list" ${attributes}>${inside}</variable></resources><scene duration="5"/>`;

const problems: readonly Case[] = [
  ['an unreadable list', 'list/unreadable', 'list/unreadable', declared('default="¦[1,"')],
  ['a list with too many items', 'list/count', 'list/count', declared('max="1" default="¦a, b"')],
  [
    'a value of an item without a field',
    'list/field',
    'list/field',
    declared('', '<field name="a"/><item a="1" ¦b="2"/>'),
  ],
  [
    'an expression that ends too early',
    'expression/syntax',
    'expression/syntax',
    '<scene duration="5" name="a &lt; &#128512; ${= 1 &lt; 2 and¦}"/>',
  ],
  [
    'an unknown function, also in a part that is not played',
    'expression/function',
    'expression/function',
    '<scene duration="5"/><scene duration="5" enabled="false" name="${= 1 + ¦rund(2)}"/>',
  ],
  [
    'a wrong number of arguments in a condition',
    'expression/arguments',
    'expression/arguments',
    '<scene duration="5" condition="${= ¦round()}"/>',
  ],
  [
    'a division by zero in a text',
    'expression/value',
    'expression/value',
    scene('<text size="9"><content>a &amp; b ${= 1 / ¦(3 - 3)}</content></text>'),
  ],
  [
    'a division by zero in a CDATA section',
    'expression/value',
    'expression/value',
    scene('<text size="9"><content><![CDATA[&lt; ${= 1 / ¦0}]]></content></text>'),
  ],
  [
    'an expression with too many steps',
    'expression/too-slow',
    'expression/too-slow',
    '<scene duration="5" name="${= ¦sum(map(range(1, 10000), sum(range(1, 10000), item)))}"/>',
  ],
  [
    'a variable without a value in an expression',
    'variable/missing',
    'expression/missing',
    '<scene duration="${= 2 * ¦length_of_scene}"/>',
  ],
  ['a scene without any length', 'template/no-length', 'template/no-length', '¦<scene/>'],
  ['an unreadable condition', 'template/condition', 'template/condition', '<scene duration="5" condition="¦a ="/>'],
  [
    'a value without a case',
    'template/no-case',
    'template/no-case',
    '<scene duration="1"/><scene type="choice" condition="¦${plan, gold}"><scene case="silver" duration="5"/></scene>',
  ],
  [
    'a repeated case',
    'template/case',
    'template/case-unreachable',
    choice('<scene case="gold" duration="5"/><scene case="¦gold" duration="5"/>'),
  ],
  ['a case outside of a choice', 'template/case', 'template/case-outside', '<scene ¦case="a" duration="5"/>'],
  [
    'a scene beside layers',
    'template/mixed-scene',
    'template/scene-beside-layers',
    scene('<solid/>\n¦<scene duration="5"/>'),
  ],
  ['a layer in a choice', 'template/mixed-scene', 'template/layer-in-choice', choice('¦<solid/><scene duration="5"/>')],
  [
    'a length of a sequence',
    'template/sequence-length',
    'template/sequence-length',
    '<scene ¦duration="9"><scene duration="5"/></scene>',
  ],
  [
    'a second transition between two scenes',
    'template/transition-place',
    'template/transition-place',
    '<scene duration="50"/><transition duration="5"/>\n¦<transition duration="6"/><scene duration="50"/>',
  ],
  [
    'a transition that is longer than its scenes',
    'template/transition-shortened',
    'template/transition-shortened',
    '<scene duration="50"/><transition duration="¦60"/><scene duration="50"/>',
  ],
  [
    'a repeated id',
    'template/duplicate-id',
    'template/duplicate-id',
    '<scene id="a" duration="5"/>\n<scene id="¦a" duration="5"/>',
  ],
  [
    'a layer after its scene',
    'template/layer-outside',
    'template/layer-outside',
    scene('<solid/>\n<solid offset="¦50"/>'),
  ],
  [
    'a layer after its group',
    'template/layer-outside',
    'template/layer-outside',
    scene('<group duration="9"><solid offset="¦9"/></group>'),
  ],
  [
    'keys whose times do not rise',
    'template/key-order',
    'template/key-order',
    animated('<animation><key time="9" opacity="1"/>\n<key time="¦9" opacity="0"/></animation>'),
  ],
  [
    'a key after its animation',
    'template/key-outside',
    'template/key-outside',
    animated('<animation duration="9"><key time="0" opacity="1"/>\n<key time="¦10" opacity="0"/></animation>'),
  ],
  [
    'a key of an unsupported property',
    'template/not-animatable',
    'template/not-animatable',
    animated('<animation><key time="0" ¦fontsize="9"/></animation>'),
  ],
  ['an animation without keys', 'template/no-keys', 'template/no-keys', animated('¦<animation/>')],
  [
    'keys of a preset',
    'template/no-keys',
    'template/keys-in-preset',
    animated('<animation type="fadein">¦<key time="0" opacity="1"/></animation>'),
  ],
  ['unreadable path data', 'template/path', 'template/bad-outline', scene('<shape path="¦M 0 x"/>')],
  ['too few points', 'template/path', 'template/bad-outline', scene('<shape points="¦0,0; 1,1"/>')],
  ['two outlines', 'template/path', 'template/two-outlines', scene('<shape type="ellipse" ¦points="0,0; 9,0; 9,9"/>')],
  ['an unknown font family', 'font/family', 'font/family', scene('<text content="a" font="¦Brand"/>')],
  [
    'an unused font',
    'font/unused',
    'font/no-use',
    `<resources><font family="Brand" src="a.ttf"/><font family="¦Serif" src="b.ttf"/></resources>${scene('<text content="a" font="Brand"/>')}`,
  ],
  [
    'an optional scene without condition',
    'template/missing-attribute',
    'template/missing-attribute',
    '<scene duration="1"/>\n¦<scene type="optional" duration="5"/>',
  ],
  ['an image without source', 'template/source', 'template/no-source', scene('¦<image/>')],
  ['a code without content', 'code/empty', 'code/empty', scene('<code content="¦"/>')],
  ['a code with a long content', 'code/too-long', 'code/too-long', scene(`<code content="¦${'x'.repeat(2332)}"/>`)],
  ['a code with small modules', 'code/small', 'code/small', scene('<code content="¦A" width="40"/>')],
  ['a code in pale colors', 'code/contrast', 'code/contrast', scene('<code content="A" color="¦#cccccc"/>')],
  ['an inverted code', 'code/contrast', 'code/lighter', scene('<code content="A" color="¦#fff" background="#000"/>')],
  ['a code with a narrow margin', 'code/margin', 'code/margin', scene('<code content="A" margin="¦2"/>')],
  ['a code for a short time', 'code/short', 'code/short', scene('¦<code content="A" duration="9"/>')],
  ['a text without content', 'template/missing-attribute', 'template/no-content', scene('¦<text/>')],
];

const times = (count: number, what: string) => what.repeat(count);
const nested = (count: number, tag: string, inside: string) =>
  `${times(count, `<${tag}>`)}${inside}${times(count, `</${tag}>`)}`;
const video = '<video src="a.mp4" opacity="0.5"/>';
const key = (time: number) => `<key time="${time / 100}%" opacity="1"/>`;
const keys = Array.from({ length: 1000 }, (_, index) => key(index)).join('');

const limits: readonly Case[] = [
  [
    'too many copies',
    'list/too-many',
    'list/too-many',
    '<scene duration="5" each="${= range(1, 10000)}"/><scene duration="5" each="¦${= range(1, 2)}"/>',
  ],
  [
    'too deeply nested lists',
    'list/too-deep',
    'list/too-deep',
    scene(`${times(4, '<group each="${= range(1, 2)}">')}<solid each="¦\${= range(1, 2)}"/>${times(4, '</group>')}`),
  ],
  [
    'too many layers in a scene',
    'template/too-many-layers',
    'template/too-many-layers',
    scene(`${times(500, '<solid/>')}\n¦<solid/>`),
  ],
  [
    'too many layers in groups and masks',
    'template/too-many-layers',
    'template/too-many-layers',
    scene(`<group>${times(400, '<solid/>')}</group><solid><mask>${times(98, '<solid/>')}\n¦<solid/></mask></solid>`),
  ],
  [
    'too many simultaneous videos',
    'template/too-many-layers',
    'template/too-many-videos',
    scene(`${times(16, video)}\n¦<video src="a.mp4"/>`),
  ],
  [
    'too many simultaneous videos in groups and masks',
    'template/too-many-layers',
    'template/too-many-videos',
    scene(
      `<group offset="10">${times(8, video)}</group><solid><mask>${times(8, video)}</mask></solid>\n¦<video src="a.mp4" offset="9"/>`,
    ),
  ],
  ['too deeply nested groups', 'template/too-deep', 'template/groups-too-deep', scene(nested(8, 'group', '¦<group/>'))],
  [
    'too deeply nested masks',
    'template/too-deep',
    'template/masks-too-deep',
    scene('<solid><mask><solid><mask><solid>¦<mask><solid/></mask></solid></mask></solid></mask></solid>'),
  ],
  [
    'too many keys',
    'template/too-many-layers',
    'template/too-many-keys',
    animated(`<animation duration="100%">${keys}\n¦<key time="99%" opacity="1"/></animation>`),
  ],
  [
    'too many animations',
    'template/too-many-layers',
    'template/too-many-animations',
    animated(`${times(32, '<animation type="fadein"/>')}¦<animation type="fadein"/>`),
  ],
  [
    'too many effects',
    'template/too-many-layers',
    'template/too-many-effects',
    animated(`${times(32, '<filter type="blur"/>')}¦<filter type="blur"/>`),
  ],
  [
    'too many characters of a text',
    'template/invalid-value',
    'template/text-too-long',
    scene(`<text content="¦${times(10_001, 'a')}"/>`),
  ],
  [
    'too many sounds of the movie',
    'template/too-many-layers',
    'template/too-many-sounds',
    `${times(32, '<audio src="a.mp3"/>')}\n¦<audio src="a.mp3"/><scene duration="5"/>`,
  ],
  [
    'too many sounds of a scene',
    'template/too-many-layers',
    'template/too-many-sounds',
    scene(`${times(500, '<audio src="a.mp3"/>')}\n¦<audio src="a.mp3"/>`),
  ],
  [
    'too deeply nested sequences',
    'template/too-deep',
    'template/scenes-too-deep',
    nested(8, 'scene', '¦<scene><scene duration="5"/></scene>'),
  ],
];

describe('the line and the column', () => {
  test.each([...problems, ...limits])('are found for %s', (_, code, reason, movie) => {
    const { text, place } = marked(movie);
    expect(problemsOf(text)).toContainEqual({ code, reason, place });
  });
});

test('a template that reaches its limits has no problems', () => {
  const within = [
    scene(`${times(500, '<solid/>')}`),
    scene(`${times(16, video)}`),
    scene(`${times(16, '<video src="a.mp4" opacity="0.5" duration="10"/>')}<video src="a.mp4" offset="10"/>`),
    scene(nested(8, 'group', '<solid/>')),
    animated(`<animation duration="100%">${keys}</animation>`),
    animated(`${times(32, '<filter type="blur"/>')}${times(32, '<animation type="fadein"/>')}`),
    scene(`<text content="${times(10_000, 'a')}"/>`),
    `${times(32, '<audio src="a.mp3"/>')}<scene duration="5"/>`,
  ];
  for (const movie of within) expect(problemsOf(marked(movie).text)).toEqual([]);
});

test('only enabled videos in composed scenes are limited', () => {
  expect(problemsOf(marked(scene(times(40, '<video src="a.mp4"/>'))).text)).toEqual([]);
  const off = '<video src="a.mp4" enabled="false"/><video src="a.mp4" condition="${promo}"/>';
  expect(problemsOf(marked(scene(`${times(16, video)}${times(9, off)}`)).text)).toEqual([]);
});

describe('a disabled scene', () => {
  const film = (at: string) =>
    marked(`<scene duration="1"/><scene duration="5" ${at}><text content="a" font="\${f}" offset="\${o}"/></scene>`)
      .text;
  const values = { f: 'Brand', o: '9', promo: 'no' };

  test('reports problems of the text and ignores problems of variables', () => {
    expect(problemsOf(film('condition="${promo}"'), values)).toEqual([]);
    expect(problemsOf(film('condition="${promo} = no"'), values).map(({ code }) => code)).toEqual([
      'font/family',
      'template/layer-outside',
    ]);
    const written = marked('<scene duration="1"/><scene duration="5" condition="${promo}"><solid offset="9"/></scene>');
    expect(problemsOf(written.text, { promo: 'no' }).map(({ code }) => code)).toEqual(['template/layer-outside']);
  });

  test('ignores problems of variables in an excluded choice or layer', () => {
    const inChoice = (first: string) =>
      choice(`<scene case="${first}" duration="5"><solid offset="\${o}"/></scene><scene duration="5"/>`);
    expect(problemsOf(marked(inChoice('silver')).text, { plan: 'gold', o: '9' })).toEqual([]);
    expect(problemsOf(marked(inChoice('gold')).text, { plan: 'gold', o: '9' })).toHaveLength(1);
    const layer = scene('<group condition="${promo}"><solid offset="${o}"/></group>');
    expect(problemsOf(marked(layer).text, { promo: 'no', o: '60' })).toEqual([]);
    expect(problemsOf(marked(layer).text, { promo: 'yes', o: '60' })).toHaveLength(1);
  });
});

test('every problem code of a template has a case', () => {
  // Other tests cover these codes: problems of unreadable texts, single values, variables and their declarations,
  // sources, and the whole movie.
  const elsewhere =
    /^(?:xml|json|variable|format|language|file-name)\/|^template\/(?:root|misplaced-element|invalid-value|effect-element|too-many-scenes|too-long|no-scenes|duplicate-attribute|unknown-element|unknown-attribute|text|more-problems|duplicate-variable|variable-limits|unknown-ref)$|^(?:source|text|image|cube|captions|table|font|sound|package)\//;
  const here = new Set([...problems, ...limits].map(([, code]) => code));
  const lacking = Object.keys(problemCodes).filter((code) => !here.has(code as ProblemCode) && !elsewhere.test(code));
  expect(lacking).toEqual([]);
});
