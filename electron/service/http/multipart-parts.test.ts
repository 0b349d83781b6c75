import { expect, it } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { multipartFile } from './multipart-parts.ts';

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array, void> {
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

it('multipartFile returns the file unchanged for any chunk sizes', async () => {
  const piece = fc.constantFrom('\r\n', '--', '--x', '\r\n--', '\r\n--x', 'x', '-', 'abc', '\n', '\r');
  const content = fc
    .array(piece, { maxLength: 40 })
    .map((pieces) => pieces.join(''))
    .filter((text) => !`\r\n${text}\r\n--x`.slice(0, -3).includes('\r\n--x') && !`${text}\r\n--`.includes('\r\n--x'));
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
      async (text, sizes) => {
        const body = `--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhellö\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`;
        const file = await multipartFile(cut(Buffer.from(body), sizes), 'x');
        const chunks: Uint8Array[] = [];
        for await (const chunk of file.stream) chunks.push(chunk);
        expect(Buffer.concat(chunks).toString()).toBe(text);
        expect(file.texts).toEqual([['note', 'hellö']]);
      },
    ),
    { numRuns: 300 },
  );
});
