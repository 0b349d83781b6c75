import { decodeText } from '#shared/lib/decode-text.ts';
import { decodeTemplate } from '#shared/template-xml/parser/decode.ts';
import { refusal } from '../errors/issues.ts';
import { issueOf, ServiceError } from '../errors/service-error.ts';
import { MAX_FIELDS, tooManyFields } from './form-fields.ts';

/**
 * Reads the fields of a `multipart/form-data` body (RFC 7578) in order. Reads a file as text, for `curl -F
 * template=@film.xml`. Throws `request/invalid`, `template/invalid` for a template with an unsupported encoding, and
 * `request/incomplete` for a body that ends early.
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
      if (fields.length === MAX_FIELDS) throw tooManyFields();
      fields.push({ name, pieces: [] });
    }
  }
  return fields.map(({ name, pieces }) => [name, fieldText(name, Buffer.concat(pieces))]);
}

/**
 * Decodes UTF-8. A template may also be UTF-16 with a byte order mark, as in a request whose body is only a template.
 */
function fieldText(name: string, bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text !== null) return text;
  if (name !== 'template') throw new ServiceError('request/invalid', `The field \`${name}\` isn’t UTF-8.`);
  const decoded = decodeTemplate(bytes);
  if (decoded.kind === 'text') return decoded.text.replace(/^\uFEFF/, '');
  throw refusal('template/invalid', [issueOf(decoded.code, decoded.says, { path: name })]);
}

export interface MultipartFile {
  readonly contentType: string | null;
  /** The bytes of the file, which must be read to the end. Throws `request/invalid` if another file follows. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** The names of the other fields so far. The list is complete at the end of the stream. */
  readonly otherFields: readonly string[];
  /**
   * The other fields with their texts in UTF-8. The list is complete at the end of the stream. Texts
   * end after {@link TEXT_BYTES} bytes in total.
   */
  readonly texts: readonly (readonly [name: string, text: string])[];
}

/** The maximum number of bytes of all texts beside a file. */
const TEXT_BYTES = 64 * 1024;

/**
 * Returns the only file of a `multipart/form-data` body (RFC 7578) as a stream, and the fields before and after it.
 * Throws `request/invalid` for a body without a file, and `request/incomplete` for a body that ends early.
 */
export async function multipartFile(body: AsyncIterable<Uint8Array>, boundary: string): Promise<MultipartFile> {
  const pieces = readParts(body, boundary);
  const others = new OtherFields();
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) throw malformed('it contains no file');
      const piece = next.value;
      if (piece.kind === 'part' && piece.head.isFile)
        return {
          contentType: piece.head.contentType,
          stream: fileThenFields(pieces, others),
          otherFields: others.names,
          texts: others.texts,
        };
      others.take(piece);
    }
  } catch (error) {
    await pieces.return();
    throw error;
  }
}

class OtherFields {
  readonly names: string[] = [];
  readonly texts: [name: string, text: string][] = [];
  private decoder = new TextDecoder();
  private bytesLeft = TEXT_BYTES;

  take(piece: FormPiece): void {
    if (piece.kind === 'part') {
      if (this.names.length === MAX_FIELDS) return;
      const { name } = piece.head;
      this.names.push(name ?? 'a part without a name');
      this.texts.push([name ?? '', '']);
      this.decoder = new TextDecoder();
      return;
    }
    const last = this.texts.at(-1);
    if (last === undefined || this.bytesLeft === 0) return;
    const bytes = piece.bytes.subarray(0, this.bytesLeft);
    this.bytesLeft -= bytes.length;
    last[1] += this.decoder.decode(bytes, { stream: true });
  }
}

async function* fileThenFields(
  pieces: AsyncGenerator<FormPiece, void>,
  others: OtherFields,
): AsyncGenerator<Uint8Array, void> {
  let isInFile = true;
  for await (const piece of pieces) {
    if (piece.kind === 'bytes' && isInFile) {
      yield piece.bytes;
      continue;
    }
    isInFile = false;
    if (piece.kind === 'part' && piece.head.isFile) throw malformed('it contains more than one file');
    others.take(piece);
  }
}

/**
 * Returns the `boundary` in a `multipart/form-data` content type (RFC 2046: 1 to 70 characters). Throws
 * `request/invalid`.
 */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('its boundary is missing');
  return boundary;
}

/** Returns `request/invalid` for a malformed form. */
function malformed(why: string): ServiceError {
  return new ServiceError('request/invalid', `The multipart/form-data is invalid: ${why}.`);
}

/** The maximum size of a part's head in bytes, without the empty line after it. */
const HEAD_BYTES = 16 * 1024;
/** The maximum number of spaces after a boundary. */
const PADDING_BYTES = 1024;

export interface PartHead {
  /** The name of the field; null if the head contains none. */
  readonly name: string | null;
  /** "filename" marks content from a file input (RFC 7578, 4.2). */
  readonly isFile: boolean;
  readonly contentType: string | null;
}

type FormPiece =
  | { readonly kind: 'part'; readonly head: PartHead }
  /** Bytes of the part that was yielded last. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * Parses a `multipart/form-data` body (RFC 2046, 5.1; RFC 7578) as it arrives. Copies only bytes that can belong to a
 * boundary. Throws `request/invalid`, and `request/incomplete` for a body that ends early.
 */
async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPiece, void> {
  const parser = new PartParser(boundary);
  for await (const chunk of body) yield* parser.take(chunk);
  parser.end();
}

const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const [DASH, CR, LF, SPACE, TAB] = [0x2d, 0x0d, 0x0a, 0x20, 0x09];

class PartParser {
  /**
   * The state of the parser. `behind` means directly after a boundary; `closed` means directly after the last boundary.
   */
  private state: 'preamble' | 'behind' | 'head' | 'content' | 'closed' | 'epilogue' = 'preamble';
  private readonly delimiter: Buffer;
  /** The unparsed bytes. They initially contain a line end, so that the first line of the body can be a boundary. */
  private rest: Buffer = LINE_END;
  /** The number of bytes at the start of `rest` that are not content. */
  private dropped = LINE_END.length;

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  *take(chunk: Uint8Array): Generator<FormPiece, void> {
    // Ignore the "epilogue", which has no meaning.
    if (this.state === 'epilogue') return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    for (let canContinue = true; canContinue; ) {
      switch (this.state) {
        case 'preamble':
        case 'content':
          canContinue = yield* this.readContent();
          break;
        case 'behind':
          canContinue = this.readBehind();
          break;
        case 'head': {
          const head = this.readHead();
          canContinue = head !== null;
          if (head !== null) yield { kind: 'part', head };
          break;
        }
        default:
          canContinue = false;
          this.readClosed();
      }
    }
  }

  end(): void {
    if (this.state !== 'closed' && this.state !== 'epilogue')
      throw new ServiceError('request/incomplete', 'The last boundary is missing.');
  }

  /** Returns whether the boundary after the content has arrived. */
  private *readContent(): Generator<FormPiece, boolean> {
    const at = this.rest.indexOf(this.delimiter);
    const end = at >= 0 ? at : this.boundaryStart();
    const isContent = this.state === 'content';
    if (isContent && end > this.dropped) yield { kind: 'bytes', bytes: this.rest.subarray(this.dropped, end) };
    this.dropped = Math.max(0, this.dropped - end);
    this.rest = this.rest.subarray(at >= 0 ? at + this.delimiter.length : end);
    if (at >= 0) this.state = 'behind';
    return at >= 0;
  }

  /** Returns the position at which an incomplete boundary may start, or the end of the buffer. */
  private boundaryStart(): number {
    const { rest, delimiter } = this;
    for (let at = Math.max(0, rest.length - delimiter.length + 1); at < rest.length; at += 1) {
      at = rest.indexOf(CR, at);
      if (at < 0) break;
      if (rest.subarray(at).equals(delimiter.subarray(0, rest.length - at))) return at;
    }
    return rest.length;
  }

  /**
   * Reads the "transport-padding" and a line end, or the two dashes of the last boundary. Returns false if more bytes
   * are needed.
   */
  private readBehind(): boolean {
    let at = 0;
    while (this.rest[at] === SPACE || this.rest[at] === TAB) at += 1;
    if (at > PADDING_BYTES) throw malformed('a boundary is followed by too many spaces');
    if (this.rest.length < at + 2) return false;
    if (at === 0 && this.rest[0] === DASH && this.rest[1] === DASH) {
      this.state = 'closed';
      this.rest = this.rest.subarray(2);
      return true;
    }
    if (this.rest[at] !== CR || this.rest[at + 1] !== LF) throw malformed('a boundary is followed by text in its line');
    this.state = 'head';
    this.rest = this.rest.subarray(at);
    return true;
  }

  /**
   * Reads the headers of a part; returns null if they are incomplete. `rest` must start with the line end after the
   * boundary. Afterward, `rest` starts with the line end of the empty line after the headers. That line end can also
   * start the next boundary.
   */
  private readHead(): PartHead | null {
    const end = this.rest.indexOf(HEAD_END);
    if ((end < 0 ? this.rest.length : end) > HEAD_BYTES + LINE_END.length)
      throw malformed('the headers of a part are too long');
    if (end < 0) return null;
    const written = this.rest.subarray(0, end);
    if (written.includes(this.delimiter)) throw malformed('the headers of a part don’t end');
    this.rest = this.rest.subarray(end + LINE_END.length);
    this.dropped = LINE_END.length;
    this.state = 'content';
    return headIn(written.toString('latin1'));
  }

  /** Checks that white space, a line end, or the end of the body follows the last boundary. */
  private readClosed(): void {
    const [next] = this.rest;
    if (next === undefined) return;
    if (next !== CR && next !== LF && next !== SPACE && next !== TAB)
      throw malformed('the last boundary is followed by text in its line');
    this.state = 'epilogue';
    this.rest = Buffer.alloc(0);
  }
}

/**
 * Parses the header fields of a part. Each byte is one character. A line that starts with a space continues the
 * previous line.
 */
function headIn(text: string): PartHead {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  const disposition = fields.get('content-disposition');
  if (disposition === undefined) throw malformed('a part has no Content-Disposition');
  if (!/^form-data[ \t]*(?:;|$)/i.test(disposition)) throw malformed('a part isn’t form-data');
  // RFC 7578, 4.7: "Senders SHOULD NOT generate any parts with a Content-Transfer-Encoding header field."
  const encoding = fields.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding)) throw malformed('a part has a Content-Transfer-Encoding');
  const parameters = parametersIn(disposition);
  const name = parameters.get('name');
  return {
    name: name === undefined ? null : fieldName(name),
    isFile: parameters.has('filename') || parameters.has('filename*'),
    contentType: fields.get('content-type') || null,
  };
}

/**
 * Matches a parameter. Old versions of curl write a quote as `\"`. Browsers write a quote as `%22` and do not escape a
 * backslash, so a backslash can precede the closing quote.
 */
const PARAMETER = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\(?!"[ \t]*(?:;|$))"|\\)*)"|([^\s;"]*))[ \t]*/y;

/**
 * Returns the parameters of a disposition. Uses the first of several parameters with one name, and skips malformed
 * parameters.
 */
function parametersIn(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (let at = disposition.indexOf(';'); at >= 0; ) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(disposition);
    if (match === null) {
      at = disposition.indexOf(';', at + 1);
      continue;
    }
    const [whole, key = '', quoted, plain = ''] = match;
    const name = key.toLowerCase();
    if (!parameters.has(name)) parameters.set(name, quoted?.replaceAll('\\"', '"') ?? plain);
    at = disposition.indexOf(';', at + whole.length);
  }
  return parameters;
}

/** Decodes a field name. Browsers write quotes and line breaks as `%22`, `%0D`, and `%0A` (RFC 7578, 2). */
function fieldName(written: string): string {
  const name = decodeText(Buffer.from(written, 'latin1'), 'utf-8', 'keep');
  if (name === null) throw malformed('the name of a part isn’t UTF-8');
  return name.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"');
}
