import { describe, expect, it } from 'vitest';
import { hoverAt } from '#renderer/xml/hover-docs.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import { elementId } from '#shared/editing/model/testing/editing.ts';
import { everyRole } from '#shared/editing/model/testing/every-role.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import { futureLanguage } from '#shared/template/testing/coming-language.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { resolvedText } from './resolved-text.ts';
import { rangesOf, selectionAtOffset } from './selection-lines.ts';

const film = `<movie width="100" height="50" framerate="25">
  <!-- one -->
  <scene duration="10">
    <video src="\${clip, 'a &quot;b&quot;.mp4'}">
      <filter type="vignette" color="\${tint}"/>
    </video>
  </scene>
  <scene duration="20"/>
</movie>
`;

function read(text: string) {
  const { source } = readTemplate(text);
  if (source === null) throw new Error('the film can be read');
  return source;
}

const source = read(film);
const at = (word: string) => film.indexOf(word) + 1;

describe('the selection at the cursor', () => {
  const [first, second] = indexOf(source.document).scenes;

  it('is the innermost element around the cursor', () => {
    expect(selectionAtOffset(source, at('width'))).toEqual(MOVIE_SELECTION);
    expect(selectionAtOffset(source, at('one'))).toBeNull();
    expect(selectionAtOffset(source, at('<scene'))).toEqual({ ids: [first?.id], primary: first?.id });
    const [video, filter] = [elementId(source, 'video'), elementId(source, 'filter')];
    expect(selectionAtOffset(source, at('<video'))).toEqual(selectNodes([video]));
    expect(selectionAtOffset(source, at('tint'))).toEqual(selectNodes([filter]));
    expect(selectionAtOffset(source, at('</video>'))).toEqual(selectNodes([video]));
    expect(selectionAtOffset(source, at('"20"'))).toMatchObject({ ids: [second?.id] });
  });

  it('is the nearest known element, even between scenes', () => {
    const text = '<movie><scene duration="1"><video><mask/><odd/></video></scene><odd/><transition/></movie>';
    const other = read(text);
    const selected = (word: string, language = everyRole) =>
      selectionAtOffset(other, text.indexOf(word) + 1, language)?.ids;
    expect(selected('<transition')).toEqual([elementId(other, 'transition')]);
    expect(selected('<mask')).toEqual([elementId(other, 'mask')]);
    expect(selected('<odd/></video>')).toEqual([elementId(other, 'video')]);
    expect(selected('<odd/><transition')).toBeUndefined();
    const { mask: _, ...elements } = LANGUAGE.elements;
    expect(selected('<mask', { ...LANGUAGE, elements })).toEqual([elementId(other, 'video')]);
    const ranges = rangesOf(other, selectNodes([elementId(other, 'transition')]));
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['<transition/>']);
  });

  it('contains the range of the element', () => {
    if (second === undefined) throw new Error('there are two scenes');
    const [range] = rangesOf(source, selectNodes([second.id]));
    expect(film.slice(range?.start, range?.end)).toBe('<scene duration="20"/>');
    expect(rangesOf(source, MOVIE_SELECTION)).toEqual([]);
  });
});

describe('the text with resolved variables', () => {
  it('contains escaped values', () => {
    const resolved = resolvedText(source, new Map());
    expect(resolved).toContain('src="a &quot;b&quot;.mp4"');
    expect(resolved).toContain('color="${tint}"');
    expect(resolvedText(source, new Map([['tint', '#fff']]))).toContain('color="#fff"');
  });
});

describe('the documentation at the pointer', () => {
  it('describes elements, attributes, effects, and values', () => {
    expect(hoverAt(film, at('scene duration'))?.doc).toMatchObject({ kind: 'element', name: 'scene', label: 'Scene' });
    expect(hoverAt(film, at('duration="10"'))?.doc).toMatchObject({
      name: 'duration',
      required: false,
      minimum: 1,
      unit: 'frames',
    });
    expect(hoverAt(film, at('vignette'))?.doc).toMatchObject({ kind: 'element', name: 'vignette' });
    expect(hoverAt('<filter type="vignette" aperture="1"/>', 30)?.doc).toMatchObject({
      maximum: 1.5,
      default: '0.7',
      unit: 'rad',
    });
    expect(hoverAt(film, at('one'))).toBeNull();
  });
  it('describes a variable in the text of an element', () => {
    const text = '<movie><scene><title>Hi ${w}<![CDATA[${w}]]></title>${w}</scene></movie>';
    const known = (name: string) => ({ name, type: 'text' as const, default: null, uses: 2, sample: null });
    const starts = [...text.matchAll(/\$/g)].map(({ index }) => index);
    const found = starts.map((start) => hoverAt(text, start + 2, known, futureLanguage));
    expect(found.map((each) => each && [each.from, each.doc.kind])).toEqual([
      [starts[0], 'variable'],
      [starts[1], 'variable'],
      null,
    ]);
    expect(hoverAt(text, text.indexOf('Hi'), known, futureLanguage)).toBeNull();
  });

  it('describes a variable at any position in its placeholder', () => {
    const text = '<movie width="${w, 640}" height="360"><scene duration="${long} or ${w,\'}\'}"/></movie>';
    const known = (name: string) =>
      name === 'w' ? { name, type: 'number' as const, default: '640', uses: 2, sample: null } : null;
    const wordAt = (offset: number) => {
      const found = hoverAt(text, offset, known);
      return found?.doc.kind === 'variable' ? text.slice(found.from, found.to) : null;
    };
    expect(wordAt(text.indexOf('640'))).toBe('${w, 640}');
    expect(wordAt(text.lastIndexOf('w,'))).toBe("${w,'}'}");
    // For an unknown variable, the documentation describes the attribute.
    expect(hoverAt(text, text.indexOf('long'), known)?.doc).toMatchObject({ kind: 'attribute', name: 'duration' });
    expect(hoverAt(text, text.indexOf(' or ') + 2, known)?.doc).toMatchObject({ name: 'duration' });
  });
});
