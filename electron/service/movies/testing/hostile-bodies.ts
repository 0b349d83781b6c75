import type { MovieBody } from '#service/inspection/inspect.ts';
import { jsonBody, templateXml, xmlBody } from './template-xml.ts';

const LARGEST = 5 * 1024 * 1024;
const OPEN = '<movie width="640" height="360" framerate="25">';

/** Bodies for which a parser without limits would use much time, memory, or stack. */
export const hostileBodies: Readonly<Record<string, () => MovieBody>> = {
  'XML over 5 MiB': () => xmlBody(templateXml('1', `<!--${'x'.repeat(LARGEST)}-->`)),
  'entities in entities': () =>
    xmlBody(
      `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'
        .split('')
        .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`)
        .join('')}]>${templateXml('&h;')}`,
    ),
  'an external entity': () => xmlBody(`<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]>${templateXml('&a;')}`),
  'elements in elements': () => xmlBody(`${OPEN}${'<a>'.repeat(1_000_000)}`),
  '300,000 attributes': () =>
    xmlBody(`<movie ${Array.from({ length: 300_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
  'a million comments begun': () => xmlBody('<!--'.repeat(1_000_000)),
  '100,001 elements': () => xmlBody(`${OPEN}<scene duration="1"/>${'<a/>'.repeat(100_001)}</movie>`),
  'long names in the paths of many problems': () =>
    xmlBody(`${OPEN}<${'e'.repeat(2_000_000)}>${'<scene/>'.repeat(9_000)}`),
  'bytes that are no text': () => ({ spelling: 'xml', bytes: new Uint8Array(LARGEST).fill(0xff) }),
  zeros: () => ({ spelling: 'xml', bytes: new Uint8Array(LARGEST) }),
  'JSON lists in lists': () => jsonBody('['.repeat(LARGEST)),
  'JSON elements in elements': () =>
    jsonBody(`{"schemaVersion":1,"movie":${'{"element":"a","children":['.repeat(90_000)}${']}'.repeat(90_000)}}`),
  'JSON that is not UTF-8': () => ({ spelling: 'json', bytes: new Uint8Array(LARGEST).fill(0xff) }),
  'JSON that becomes more than 5 MiB of XML': () =>
    jsonBody({
      schemaVersion: 1,
      movie: { element: 'movie', attributes: { width: 16, height: 16, framerate: 1, name: '"'.repeat(1_500_000) } },
    }),
  'JSON of a prototype': () => jsonBody('{"__proto__":{"schemaVersion":1},"constructor":1}'),
};
