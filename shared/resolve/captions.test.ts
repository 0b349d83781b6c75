import { describe, expect, test } from 'vitest';
import type { CaptionsLayer } from '../template/movie/movie.ts';
import { CAPTION_LOOKS } from '../template/tables/captions-attributes.ts';
import { sourceOf } from '../template-xml/testing/read-source.ts';
import { resolveTemplate } from './resolve.ts';

function read(captions: string, values: Readonly<Record<string, string>> = {}) {
  const xml = `<movie width="1080" height="1920" framerate="30" language="tr"><scene duration="90">${captions}</scene></movie>`;
  const { movie, findings } = resolveTemplate(sourceOf(xml).document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  const layer = movie?.scenes[0]?.layers[0];
  return {
    layer: layer?.kind === 'captions' ? (layer as CaptionsLayer) : null,
    codes: findings.map(({ code }) => code),
  };
}

describe('captions', () => {
  test('show cues as written if words have no style', () => {
    for (const written of ['', ' mode="word"', ' look="plain"', ' look="boxed"'])
      expect(read(`<captions src="a.srt"${written}/>`).layer?.display, written).toBeUndefined();
  });

  test.each(CAPTION_LOOKS)('have only valid values in the look %s', (look) => {
    expect(read(`<captions src="a.srt" look="${look}" size="37" accent="#e11d48"/>`).codes).toEqual([]);
  });

  test('prefer written attributes over their look', () => {
    const { layer } = read(
      '<captions src="a.srt" look="pill" weight="500" maxwords="2"><word state="active" color="#00f"/></captions>',
    );
    expect(layer?.style).toMatchObject({ weight: 500, yAlign: 'middle', autosize: 'none' });
    expect(layer?.display?.phrases).toMatchObject({ maxWords: 2, pause: 600, hold: 300 });
    expect(layer?.display?.states.active).toMatchObject({
      color: { red: 0, green: 0, blue: 255 },
      pill: { color: { red: 255, green: 225, blue: 77 } },
    });
  });

  test('have readable words on a pill in the accent color', () => {
    const { layer } = read('<captions src="a.srt" look="pill" accent="#1d4ed8"/>');
    expect(layer?.display?.states.active?.color).toEqual({ red: 255, green: 255, blue: 255, alpha: 1 });
  });

  test('use the word times of the file and hide upcoming words with `mode`', () => {
    const { layer } = read('<captions src="a.vtt" mode="word" group="phrase"/>');
    expect(layer?.display).toMatchObject({ words: 'file', states: { upcoming: { opacity: 0 } } });
  });

  test('are in upper case by their own language, or else the film’s', () => {
    const language = (written: string) =>
      read(`<captions src="a.srt" uppercase="true"${written}/>`).layer?.display?.uppercase;
    expect([language(''), language(' language="el"')]).toEqual(['tr', 'el']);
  });

  test('are omitted from the film with `track="none"`', () => {
    expect(read('<captions src="a.srt" track="none"/>').layer?.enabled).toBe(false);
  });
});

describe('cues in the template', () => {
  test('are sorted by their start', () => {
    const { layer, codes } = read(
      '<captions><cue start="1s" end="2s">B</cue><cue start="0" end="1s">A &amp; so</cue><cue start="2s" end="1s">C</cue></captions>',
    );
    expect(layer).toMatchObject({ source: null, cues: [{ start: 0, end: 30, text: 'A & so' }, { text: 'B' }] });
    expect(codes).toEqual(['captions/cue']);
  });

  test('repeat over a list', () => {
    const list = JSON.stringify([
      { from: 0, to: 1.5, text: 'One' },
      { from: 1.5, to: 2, text: 'Two' },
    ]);
    const { layer } = read(
      '<captions><cue each="${lines}" start="${item.from}s" end="${item.to}s">${item.text}!</cue></captions>',
      { lines: list },
    );
    expect(layer?.cues).toEqual([
      { start: 0, end: 45, text: 'One!' },
      { start: 45, end: 60, text: 'Two!' },
    ]);
  });

  test('exclude a file', () => {
    const { codes } = read('<captions src="a.srt"><cue start="0" end="9">A</cue></captions>');
    expect(codes).toEqual(['template/source']);
    expect(read('<captions/>').codes).toEqual(['template/source']);
  });
});

test('captions show nothing if the list of their cues is empty', () => {
  const cues = '<captions><cue each="${lines}" start="0" end="9">${item}</cue></captions>';
  expect(read(cues, { lines: '[]' })).toMatchObject({ codes: [], layer: { source: null, cues: [] } });
  expect(read('<captions/>').codes).toEqual(['template/source']);
});

test('elements in a cue are unknown', () => {
  expect(read('<captions><cue start="0" end="9">a <b>c</b><span>d</span></cue></captions>').codes).toEqual([
    'template/unknown-element',
    'template/misplaced-element',
  ]);
});

test('a state of words has at most one element', () => {
  const word = '<word state="past" opacity="0.5"/>';
  expect(read(`<captions src="a.srt">${word}${word}</captions>`).codes).toEqual(['template/duplicate-attribute']);
});
