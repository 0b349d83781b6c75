import { describe, expect, it } from 'vitest';
import { applyViewEdits } from '#renderer/xml/view-text.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { quickFixes } from './quick-fixes.ts';

function problemsOf(text: string) {
  const { source, problems } = readTemplate(text);
  if (source === null || problems.length > 0) return problems;
  return locateFindings(resolveTemplate(source.document, { values: new Map(), missing: 'error' }).findings, source);
}

/** Returns the text after each fix of each problem, without the `movie` tags. */
function fixesOf(text: string, assets: readonly string[] = []): readonly string[] {
  return problemsOf(text).flatMap((problem) =>
    quickFixes(problem, { text, assets, variables: ['color'] }).map(({ edits }) =>
      applyViewEdits(text, edits)
        .replace(/^<movie [^>]*>/, '')
        .replace('</movie>', ''),
    ),
  );
}

const film = (inside: string) => `<movie width="100" height="50" framerate="25">${inside}</movie>`;
const scene = (inside: string) => film(`<scene duration="1">${inside}</scene>`);
const effect = (markup: string) => scene(`<video src="a.mp4">${markup}</video>`);
const insideVideo = (text: string) => /<video src="a.mp4">(.*)<\/video>/.exec(text)?.[1] ?? text;

describe('the quick fixes', () => {
  it('correct a color or bind it to a variable', () => {
    expect(fixesOf(effect('<filter type="vignette" color="#10203"/>')).map(insideVideo)).toEqual([
      '<filter type="vignette" color="#102030"/>',
      '<filter type="vignette" color="${color_2, #102030}"/>',
      '<filter type="vignette"/>',
    ]);
  });

  it.each([
    ['<filter type="vignete"/>', '<filter type="vignette"/>'],
    ['<filtr type="vignette"></filtr>', '<filter type="vignette"></filter>'],
    ['<filter type="vignette" apperture="1"/>', '<filter type="vignette" aperture="1"/>'],
    ['<filter type="vignette" aperture="3"/>', '<filter type="vignette" aperture="1.5"/>'],
    ['<filter type="vignette" aperture="0,5"/>', '<filter type="vignette" aperture="0.5"/>'],
    ['<filter type="flip" axis="x"/>', '<transform type="flip" axis="x"/>'],
    ['<transform type="flip" axis="X "/>', '<transform type="flip" axis="x"/>'],
    ['<filter type="saturation"/>', '<filter type="saturation" intensity="1"/>'],
    ['<filter type="saturation" intensity="${strength}"/>', '<filter type="saturation" intensity="${strength, 1}"/>'],
  ])('correct an effect: %s', (written, fixed) => {
    const [first] = fixesOf(effect(written)).map(insideVideo);
    expect(first).toBe(fixed);
  });

  it.each([
    ['<scene duration="2.5"/>', '<scene duration="2.5s"/>'],
    ['<scene duration="500ms"/>', '<scene duration="0.5s"/>'],
    ['<scene/>', '<scene duration="2s"/>'],
    ['<scene duration="1" enabled="yes"/>', '<scene duration="1" enabled="true"/>'],
    [
      '<scene duration="1"><video src="a.mp4" url="https://b.org/c"/></scene>',
      '<scene duration="1"><video url="https://b.org/c"/></scene>',
    ],
    ['<scene duration="1">', '<scene duration="1"></scene>'],
    ['<scene duration="1"/></scene>', '<scene duration="1"/>'],
  ])('correct the movie element: %s', (written, fixed) => {
    const fixes = fixesOf(film(written));
    expect(fixes).toContain(fixed);
  });

  it('add an asset to a video without a source', () => {
    expect(fixesOf(scene('<video/>'), ['b.mp4'])).toEqual(['<scene duration="1"><video src="b.mp4"/></scene>']);
  });

  it('convert a decimal frame rate to a fraction', () => {
    const text = '<movie width="100" height="50" framerate="29.97"><scene duration="1"/></movie>';
    const [problem] = problemsOf(text);
    const fixes = problem === undefined ? [] : quickFixes(problem, { text, assets: [], variables: [] });
    expect(fixes[0]?.action).toEqual({ kind: 'change', to: '30000/1001' });
  });

  it('close an element that starts on another line', () => {
    const text =
      '<movie width="100" height="50" framerate="25">\n  <scene duration="1">\n    <video src="a.mp4"/>\n</movie>\n';
    const [problem] = problemsOf(text);
    const [fix] = problem === undefined ? [] : quickFixes(problem, { text, assets: [], variables: [] });
    expect(fix?.action).toEqual({ kind: 'close-element', name: 'scene' });
    expect(applyViewEdits(text, fix?.edits ?? [])).toBe(text.replace('\n</movie>', '\n  </scene>\n</movie>'));
  });
});
