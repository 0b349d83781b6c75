import { MOST_FIELDS, tooManyFields } from './form-fields.ts';
import { malformed, openParts } from './multipart-parts.ts';

/**
 * The fields of a `multipart/form-data` body (RFC 7578) in their order. A file among them is read as text, as
 * `curl -F template=@film.xml` sends it. Text is made of each piece as it comes: the platform's own reader copies the
 * whole body five times and decodes it, which kept others waiting for a fifth of a second where memory is handed out
 * slowly. Throws `request/invalid`, and `request/incomplete` for a body that ends too early.
 */
export async function multipartFields(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const fields: { readonly name: string; value: string }[] = [];
  const ends: Promise<void>[] = [];
  const reader = openParts(body, boundary, (part, disposition) => {
    const name = nameIn(disposition);
    if (name === null) return malformed('a part has no name');
    if (fields.length === MOST_FIELDS) return tooManyFields();
    const field = { name, value: '' };
    fields.push(field);
    const decoder = new TextDecoder();
    part.on('data', (bytes: Uint8Array) => {
      field.value += decoder.decode(bytes, { stream: true });
    });
    const end = Promise.withResolvers<void>();
    ends.push(end.promise);
    part.on('end', () => {
      field.value += decoder.decode();
      end.resolve();
    });
    return null;
  });
  try {
    while (await reader.readMore());
  } finally {
    await reader.cancel();
  }
  await Promise.all(ends);
  return fields.map(({ name, value }) => [name, value]);
}

/** The name of a field. Browsers write quotes and line breaks in it as `%22`, `%0D` and `%0A` (RFC 7578, 2). */
function nameIn(disposition: string): string | null {
  if (!/^form-data\b/i.test(disposition.trim())) return null;
  for (const [, parameter, quoted, plain] of disposition.matchAll(/;[ \t]*([\w*-]+)=(?:"([^"]*)"|([^\s;]*))/g))
    if (parameter?.toLowerCase() === 'name') {
      const written = quoted ?? plain ?? '';
      // Heads are read as bytes, one a character.
      const name = Buffer.from(written, 'latin1').toString('utf8');
      return name.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"');
    }
  return null;
}
