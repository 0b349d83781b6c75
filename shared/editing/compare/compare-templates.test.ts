import { describe, expect, it } from 'vitest';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { fc } from '#shared/testing/properties.ts';
import { film } from '../model/testing/editing.ts';
import type { Change } from './compare-elements.ts';
import { alignKeys } from './compare-match.ts';
import { compareTemplates, type SceneComparison } from './compare-templates.ts';

const scene = (name: string, source = 'a.mp4', rest = '') =>
  `<scene duration="10" name="${name}"><video src="${source}">${rest}</video></scene>`;

/**
 * Returns a short notation of a comparison: `=1`, `~2 Duration 10 → 20`, `+3`, `-4`, `4>1`, `1<4`. Scenes are counted
 * from 1.
 */
function marks(scenes: readonly SceneComparison[]): readonly string[] {
  return scenes.map(markOf);
}

function markOf(each: SceneComparison): string {
  switch (each.kind) {
    case 'same':
      return `=${each.after.index + 1}`;
    case 'changed':
      return `~${each.after.index + 1} ${words(each.changes)}`;
    case 'added':
      return `+${each.after.index + 1}`;
    case 'removed':
      return `-${each.before.index + 1}`;
    case 'moved-away':
      return `${each.before.index + 1}>${each.to + 1}`;
    case 'moved-here':
      return `${each.after.index + 1}<${each.from + 1} ${words(each.changes)}`.trim();
    default:
      return each satisfies never;
  }
}

function words(changes: readonly Change[]): string {
  return changes
    .map(({ within, what }) => {
      const place = within.map(({ label }) => `${label}: `).join('');
      if (what.kind === 'attribute') return `${place}${what.label} ${what.before} → ${what.after}`;
      if (what.kind === 'switched') return `${place}${what.on ? 'on' : 'off'}`;
      return what.kind === 'text' ? `${place}text` : `${place}${what.element.label} ${what.kind}`;
    })
    .join(', ');
}

function compare(before: readonly string[], after: readonly string[]) {
  return compareTemplates(film(...before), film(...after));
}

describe('compareTemplates', () => {
  it('contains the keys of the language tables', () => {
    const before = scene('a', 'a.mp4', '<filter type="vignette"/>');
    const after = scene('a', 'b.mp4', '<filter type="vignette" aperture="2"/>').replace('duration="10"', 'odd="20"');
    const [only] = compare([before], [after]).scenes;
    const changes = only?.kind === 'changed' ? only.changes : [];
    expect(changes.map(({ within, what }) => [...within.map(({ key }) => key), 'key' in what && what.key])).toEqual([
      ['scene/duration'],
      ['odd'],
      ['video/src'],
      ['vignette', 'vignette/aperture'],
    ]);
  });

  it('labels a layer without a name by its text or kind', () => {
    const inside = (text: string, shape: string) =>
      `<scene duration="10"><text content="Good morning" size="${text}"/><shape type="ellipse" width="${shape}" height="9"/></scene>`;
    const [only] = compare([inside('20', '30')], [inside('40', '50')]).scenes;
    expect(words(only?.kind === 'changed' ? only.changes : [])).toBe(
      'Good morning: Size 20 → 40, Shape: Width 30 → 50',
    );
  });

  it('finds no difference between identical texts', () => {
    const text = film(scene('a'), scene('b'));
    expect(compareTemplates(text, text)).toMatchObject({
      differs: 'same',
      comments: false,
      movie: [],
      scenes: [{ kind: 'same' }, { kind: 'same' }],
      counts: { added: 0, removed: 0, changed: 0, moved: 0 },
    });
  });

  it('reports differences in formatting only', () => {
    const plain = film('<scene duration="10" name="a"/>');
    const other = film("<!-- mine --><scene   name='a' duration='10'></scene>");
    expect(compareTemplates(plain, other)).toMatchObject({ differs: 'formatting', comments: true, movie: [] });
    const spaced = film('<scene name="a"   duration="10"/>');
    expect(compareTemplates(plain, spaced)).toMatchObject({ differs: 'formatting', comments: false });
  });

  it('pairs all other scenes if a scene is inserted', () => {
    const { scenes, counts } = compare(
      [scene('a'), scene('b'), scene('c')],
      [scene('a'), scene('new'), scene('b', 'b.mp4'), scene('c')],
    );
    expect(marks(scenes)).toEqual(['=1', '+2', '~3 Source a.mp4 → b.mp4', '=4']);
    expect(counts).toEqual({ added: 1, removed: 0, changed: 1, moved: 0 });
  });

  it('pairs identical scenes if a copy is removed', () => {
    const black = '<scene duration="10"/>';
    expect(marks(compare([black, scene('a'), black], [scene('a'), black]).scenes)).toEqual(['-1', '=1', '=2']);
    expect(marks(compare([black, black, black], [black, black]).scenes)).toEqual(['=1', '=2', '-3']);
  });

  it('lists a moved scene at both positions with its changes', () => {
    const { scenes, counts } = compare(
      [scene('a'), scene('b'), scene('c'), scene('d')],
      [scene('d'), scene('a'), scene('b'), scene('c')],
    );
    expect(marks(scenes)).toEqual(['1<4', '=2', '=3', '=4', '4>1']);
    expect(counts).toEqual({ added: 0, removed: 0, changed: 0, moved: 1 });
    const edited = compare(
      [scene('a'), scene('b'), scene('c')],
      [scene('b'), scene('c'), scene('a').replace('10', '20')],
    );
    expect(marks(edited.scenes)).toEqual(['1>3', '=1', '=2', '3<1 Duration 10 → 20']);
    expect(edited.counts).toMatchObject({ changed: 1, moved: 1 });
  });

  it('treats a scene without common parts as a new scene', () => {
    const { scenes } = compare([scene('a'), scene('b')], [scene('a'), scene('z', 'z.mp4')]);
    expect(marks(scenes)).toEqual(['=1', '-2', '+2']);
  });

  it('describes changes with names of the template language', () => {
    const vignette = '<filter type="vignette"/>';
    const { scenes } = compare(
      [
        '<scene duration="50"><video src="a.mp4"/></scene>',
        scene('effects', 'b.mp4', `${vignette}<transform type="flip" axis="x"/>`),
        scene('layers', 'c.mp4'),
      ],
      [
        '<scene duration="75" name="start" enabled="false"><video src="a.mp4" fit="cover" audio="false"/></scene>',
        scene('effects', 'b.mp4', '<transform type="flip" axis="y"/><filter type="saturation" intensity="2"/>'),
        scene('layers', 'c.mp4').replace('</scene>', '<video src="over.mp4" skip="2s"/></scene>'),
      ],
    );
    expect(marks(scenes)).toEqual([
      '~1 Duration 50 → 75, Name null → start, off, Fit contain → cover, Sound true → false',
      '~2 Vignette removed, Flip: Axis x → y, Saturation added',
      '~3 over.mp4 added',
    ]);
  });

  it('names the changed layer if the scene has several', () => {
    const layers = (first: string, second: string) => `<scene duration="10">${first}${second}</scene>`;
    const [low, high] = ['<video src="low.mp4"/>', '<video src="high.mp4"/>'];
    const changed = compare([layers(low, high)], [layers(low, '<video src="high.mp4" skip="5"/>')]);
    expect(marks(changed.scenes)).toEqual(['~1 high.mp4: In point 0 → 5']);
    expect(marks(compare([layers(low, high)], [layers(high, low)]).scenes)[0]).toMatch(/^~1 (low|high)\.mp4 moved$/);
    const relinked = compare([layers(low, high)], [layers(low, '<video url="https://e.org/x.mp4"/>')]);
    expect(marks(relinked.scenes)).toEqual(['~1 x.mp4: Source high.mp4 → https://e.org/x.mp4']);
  });

  it('reports changes of the movie and outside of scenes', () => {
    const before = sourceOf('<movie width="100" height="50" framerate="25"><audio src="a.mp3"/><note>x</note></movie>');
    const after = sourceOf('<movie width="200" height="50" framerate="30"><note>y</note><odd/></movie>');
    const { movie, differs } = compareTemplates(before, after);
    expect(differs).toBe('film');
    expect(words(movie)).toBe('Width 100 → 200, Frame rate 25 → 30, Sound removed, note: text, odd added');
  });

  it('reports a default value that becomes explicit', () => {
    const { scenes } = compare([scene('a')], [scene('a').replace('<video', '<video fit="contain"')]);
    expect(marks(scenes)).toEqual(['~1 Fit contain → contain']);
  });

  it('lists every scene of both versions once, in order', () => {
    const anyScene = fc
      .record({
        name: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
        duration: fc.integer({ min: 1, max: 3 }),
        source: fc.option(fc.constantFrom('x.mp4', 'y.mp4')),
      })
      .map(
        ({ name, duration, source }) =>
          `<scene duration="${duration}"${name === null ? '' : ` name="${name}"`}>` +
          `${source === null ? '' : `<video src="${source}"/>`}</scene>`,
      );
    const anyScenes = fc.array(anyScene, { maxLength: 12 });
    fc.assert(
      fc.property(anyScenes, anyScenes, (before, after) => {
        const { scenes, counts, differs } = compare(before, after);
        const left = scenes.flatMap((each) => each.before?.index ?? []);
        const right = scenes.flatMap((each) => each.after?.index ?? []);
        expect(left).toEqual(before.map((_, index) => index));
        expect(right).toEqual(after.map((_, index) => index));
        expect(scenes.filter(({ kind }) => kind === 'moved-away')).toHaveLength(counts.moved);
        const isSame = before.join('') === after.join('');
        expect(differs === 'same').toBe(isSame);
        expect(scenes.every(({ kind }) => kind === 'same')).toBe(isSame);
      }),
    );
  });

  it('compares a thousand scenes without quadratic time', () => {
    const scenes = Array.from({ length: 1_000 }, (_, index) => scene(`s${index}`, `${index % 7}.mp4`));
    const edited = scenes.map((each) => each.replace('10', '20'));
    const blank = scenes.map(() => '<scene duration="10"/>');
    for (const [before, after] of [
      [scenes, scenes.toReversed()],
      [scenes, edited],
      [scenes, [...scenes.slice(500), ...edited.slice(0, 500)]],
      [blank, [...blank, scene('a')]],
      [
        scenes.map((each) => each.replace(/ name="[^"]*"/, '')),
        edited.map((each) => each.replace(/ name="[^"]*"/, '')),
      ],
      [blank, edited],
    ] as const) {
      const sources = [film(...before), film(...after)] as const;
      const compared = compareTemplates(...sources);
      expect(compared.scenes.length).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('finds only formatting differences after formatting a text', () => {
    const before = film(scene('a', 'a.mp4', '<filter type="vignette"/>'), '<scene duration="1"/>');
    const after = sourceOf(formatTemplate(before.document));
    expect(compareTemplates(before, after).differs).toBe('formatting');
  });
});

describe('alignKeys', () => {
  it('pairs the most equal keys in order; null pairs with nothing', () => {
    expect(alignKeys(['a', 'b', 'a'], ['b', 'a', 'd'])).toEqual([1, 2, undefined]);
    expect(alignKeys([null, 'a'], [null, 'a'])).toEqual([undefined, 1]);
    expect(alignKeys(['a', 'a', 'b', 'b'], ['b', 'a', 'b', 'a'])).toEqual([2, undefined, 3, undefined]);
  });
});
