import { describe, expect, test } from 'vitest';
import { fc } from '../../../../shared/testing/properties.ts';
import { MOST_FIELDS } from './form-fields.ts';
import { multipartFields } from './multipart-fields.ts';

/** A body in pieces of that size. */
async function* inPieces(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

function part(head: string, value: string): string {
  return `--x\r\n${head}\r\n\r\n${value}\r\n`;
}

async function read(body: string, size = body.length) {
  return await multipartFields(inPieces(Buffer.from(body), Math.max(1, size)), 'x');
}

const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);

describe('fields of a multipart form', () => {
  test('are those that a browser wrote, however the body is cut', async () => {
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

  test('may be files, which are read as text', async () => {
    const head = 'Content-Disposition: form-data; filename="name=film.xml"; name=template\r\nContent-Type: text/xml';
    expect(await read(`${part(head, '\uFEFF<movie/>')}--x--`)).toEqual([['template', '<movie/>']]);
  });

  test.each([
    ['whose last boundary is missing', field('a', 'b'), 'request/incomplete'],
    ['with a part that has no name', `${part('Content-Disposition: form-data', 'b')}--x--`, 'request/invalid'],
    ['with a part that has no disposition', `${part('Content-Type: text/plain', 'b')}--x--`, 'request/invalid'],
    ['with too many fields', `${field('a', 'b').repeat(MOST_FIELDS + 1)}--x--`, 'request/invalid'],
    [
      'with a head that does not end',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n--x\r\n${field('b', 'c')}--x--`,
      'request/invalid',
    ],
  ])('are refused in a body %s', async (_, body, code) => {
    for (const size of [body.length, 1000]) await expect(read(body, size)).rejects.toMatchObject({ code });
  });
});
