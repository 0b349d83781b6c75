import { describe, expect, it } from 'vitest';
import { completionsAt } from './completions.ts';

const names = { assets: ['a.mp4', 'q&a.mp4'], variables: [{ name: 'hero', default: 'a.mp4' }] };

/** What is offered at the `|`, and the text with the first of it written. */
function offered(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const list = completionsAt(text, offset, names);
  const [first] = list?.items ?? [];
  const written =
    list === null || first === undefined
      ? text
      : text.slice(0, list.from) +
        first.insert.slice(0, first.cursor) +
        '|' +
        first.insert.slice(first.cursor) +
        text.slice(list.to);
  return { labels: list?.items.map(({ label }) => label) ?? [], written };
}

const inMovie = '<movie width="1" height="1" framerate="1">';

describe('completion', () => {
  it.each([
    ['|', ['movie']],
    [`${inMovie}|`, ['scene', '</movie>']],
    [`${inMovie}<scene duration="1"><|`, ['video', '</scene>']],
    [`${inMovie}<scene><video><|`, ['filter', 'transform', '</video>']],
    [`${inMovie}<scene duration="1"></|`, ['</scene>']],
    [`${inMovie}<scene |`, ['duration', 'name', 'enabled']],
    [`${inMovie}<scene duration="1" |/>`, ['name', 'enabled']],
    ['<filter type="saturation" |', ['intensity', 'enabled']],
    ['<filter type="saturation" saturation="2" |', ['enabled']],
    ['<filter type="|"', ['saturation', 'vignette', '${hero}']],
    ['<transform type="flip" axis="|"/>', ['x', 'y', '${hero}']],
    ['<video fit="|"/>', ['contain', 'cover', 'stretch', '${hero}']],
    ['<video src="|"/>', ['a.mp4', 'q&a.mp4', '${hero}']],
    ['<video src="${|"/>', ['hero']],
    ['<!-- | -->', []],
  ])('at %s', (text, labels) => {
    expect(offered(text).labels).toEqual(labels);
  });

  it.each([
    [`${inMovie}|`, `${inMovie}<scene duration="|2s"/>`],
    [`${inMovie}<sce|`, `${inMovie}<scene duration="|2s"/>`],
    ['<scene><video|', '<scene><video src="|"/>'],
    ['<filter ty|', '<filter type="|"'],
    ['<filter ty|="x"/>', '<filter type|="x"/>'],
    ['<scene></|', '<scene></scene>|'],
    ['<video src="${h|}"/>', '<video src="${hero|}"/>'],
    ['<video src="${|"/>', '<video src="${hero}|"/>'],
  ])('writes %s', (text, written) => {
    expect(offered(text).written).toBe(written);
  });
});
