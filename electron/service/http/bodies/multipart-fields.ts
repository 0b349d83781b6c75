import { decodeText } from '#shared/lib/decode-text.ts';
import { decodeTemplate } from '#shared/template-xml/gate/decode.ts';
import { refusal } from '../../errors/issues.ts';
import { issueOf, ServiceError } from '../../errors/service-error.ts';
import { MOST_FIELDS, tooManyFields } from './form-fields.ts';
import { malformed, readParts } from './multipart-parts.ts';

/**
 * The fields of a `multipart/form-data` body (RFC 7578) in their order. A file among them is read as text, as
 * `curl -F template=@film.xml` sends it. Throws `request/invalid`, `template/invalid` for a template whose encoding is
 * not taken, and `request/incomplete` for a body that ends too early.
 */
export async function multipartFields(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const fields: { readonly name: string; readonly pieces: Uint8Array[] }[] = [];
  for await (const piece of readParts(body, boundary)) {
    if (piece.kind === 'bytes') fields.at(-1)?.pieces.push(piece.bytes);
    else {
      const { name } = piece.head;
      if (name === null) throw malformed('a part has no name');
      if (fields.length === MOST_FIELDS) throw tooManyFields();
      fields.push({ name, pieces: [] });
    }
  }
  return fields.map(({ name, pieces }) => [name, textOf(name, Buffer.concat(pieces))]);
}

/** UTF-8; a template may be UTF-16 with a byte order mark, as it may where it is a body by itself. */
function textOf(name: string, bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text !== null) return text;
  if (name !== 'template') throw new ServiceError('request/invalid', `The field \`${name}\` isn’t UTF-8.`);
  const decoded = decodeTemplate(bytes);
  if (decoded.kind === 'text') return decoded.text.replace(/^\uFEFF/, '');
  throw refusal('template/invalid', [issueOf(decoded.code, decoded.says, { path: name })]);
}
