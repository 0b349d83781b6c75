import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { MAX_FIELDS } from './form-fields.ts';
import { multipartFields } from './multipart-parts.ts';

/** Splits a body into chunks of this size. */
async function* inPieces(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

function part(head: string, value: string): string {
  return `--x\r\n${head}\r\n\r\n${value}\r\n`;
}

async function read(body: string, size = body.length) {
  return await multipartFields(inPieces(Buffer.from(body), Math.max(1, size)), 'x');
}

const HEAD = 'Content-Disposition: form-data; name="a"';

/** Returns a form with one field. */
function formOf(name: string, bytes: Uint8Array): Buffer {
  const head = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
}

const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);

describe('fields of a multipart form', () => {
  test('equal the fields that a browser wrote for any chunks', async () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed());
    const anyForm = fc.array(fc.tuple(fc.string({ maxLength: 8 }), anyText), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anyForm, fc.integer({ min: 1, max: 60 }), async (pairs, size) => {
        const form = new FormData();
        for (const [name, value] of pairs) form.append(name, value);
        const written = new Response(form);
        const boundary = /boundary=(.+)$/.exec(written.headers.get('content-type') ?? '')?.[1] ?? '';
        const body = Buffer.from(await written.clone().arrayBuffer());
        const fields = await multipartFields(inPieces(body, size), boundary);
        expect(fields).toEqual([...(await written.formData())]);
      }),
      { numRuns: 200 },
    );
  });

  test('are read as text even if they are files', async () => {
    const head = 'Content-Disposition: form-data; filename="name=film.xml"; name=template\r\nContent-Type: text/xml';
    expect(await read(`${part(head, '\uFEFF<movie/>')}--x--`)).toEqual([['template', '<movie/>']]);
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFF<movie a="ü"/>')],
    ['UTF-16, low byte first', Buffer.from('\uFEFF<movie a="ü"/>', 'utf16le')],
    ['UTF-16, high byte first', Buffer.from('\uFEFF<movie a="ü"/>', 'utf16le').swap16()],
  ])('decode a template like a plain body: %s', async (_, bytes) => {
    expect(await multipartFields(inPieces(formOf('template', bytes), 7), 'x')).toEqual([
      ['template', '<movie a="ü"/>'],
    ]);
  });

  test.each([
    ['variables', Buffer.from('{"a": "M\xfcller"}', 'latin1'), 'request/invalid'],
    ['variables', Buffer.from('\uFEFF{}', 'utf16le'), 'request/invalid'],
    ['template', Buffer.from('<movie a="\xfc"/>', 'latin1'), 'template/invalid'],
    ['template', Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-8"?><movie/>', 'utf16le'), 'template/invalid'],
    ['template', Buffer.from('\uFEFF<movie/>', 'utf16le').subarray(0, -1), 'template/invalid'],
  ])('are refused in another encoding: %s', async (name, bytes, code) => {
    await expect(multipartFields(inPieces(formOf(name, bytes), 7), 'x')).rejects.toMatchObject({ code });
  });

  test.each([
    ['padding behind a boundary', `--x \t\r\n${HEAD}\r\n\r\nb\r\n--x-- \r\n`],
    ['text before the first boundary', `preamble\r\n${field('a', 'b')}--x--`],
    ['text after the last boundary', `${field('a', 'b')}--x--\r\n--x\r\nA: b`],
    ['a folded header', `${part('Content-Disposition: form-data;\r\n name="a"', 'b')}--x--`],
    ['spaces around parameters', `${part('content-disposition:form-data ; name = "a"', 'b')}--x--`],
    ['a name without quotes', `${part('Content-Disposition: form-data; name=a', 'b')}--x--`],
    ['other headers', `${part(`X: y\r\n${HEAD}\r\nContent-Transfer-Encoding: 8bit`, 'b')}--x--`],
    ['a long head', `${part(`X: ${'y'.repeat(16_000)}\r\n${HEAD}`, 'b')}--x--`],
  ])('are read with %s', async (_, body) => {
    for (const size of [1, 5, body.length]) expect(await read(body, size)).toEqual([['a', 'b']]);
  });

  test('have unescaped names', async () => {
    const names = ['"', '\\', 'ü', ' a', 'a; name=b', 'C:\\x'];
    const written = ['\\"', '\\', 'ü', ' a', 'a; name=b', 'C:\\x'];
    const body = `${written.map((name) => field(name, '1')).join('')}--x--`;
    expect((await read(body, 3)).map(([name]) => name)).toEqual(names);
  });

  test.each([
    ['with a head above the limit', `${part(`X: ${'y'.repeat(17_000)}\r\n${HEAD}`, 'b')}--x--`, 'request/invalid'],
    [
      'with a part in base64',
      `${part(`${HEAD}\r\nContent-Transfer-Encoding: base64`, 'Yg==')}--x--`,
      'request/invalid',
    ],
    ['with text behind a boundary', `--xy\r\n${HEAD}\r\n\r\nb\r\n--x--`, 'request/invalid'],
    ['with text behind a later boundary', `${field('a', 'b')}--xy\r\n`, 'request/invalid'],
    ['with text behind the last boundary', `${field('a', 'b')}--x--y`, 'request/invalid'],
    ['with an empty head', '--x\r\n\r\nb\r\n--x--', 'request/invalid'],
    ['with an attachment', `${part('Content-Disposition: attachment; name="a"', 'b')}--x--`, 'request/invalid'],
    ['whose last boundary is missing', field('a', 'b'), 'request/incomplete'],
    ['with a part without a name', `${part('Content-Disposition: form-data', 'b')}--x--`, 'request/invalid'],
    ['with a part without a disposition', `${part('Content-Type: text/plain', 'b')}--x--`, 'request/invalid'],
    ['with too many fields', `${field('a', 'b').repeat(MAX_FIELDS + 1)}--x--`, 'request/invalid'],
    [
      'with an unfinished head',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n--x\r\n${field('b', 'c')}--x--`,
      'request/invalid',
    ],
  ])('are refused in a body %s', async (_, body, code) => {
    for (const size of [body.length, 1000, 1]) await expect(read(body, size)).rejects.toMatchObject({ code });
  });
});
