import { ServiceError } from '../../errors/service-error.ts';

const HEAD_BYTES = 16 * 1024;
const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

export interface MultipartFile {
  readonly contentType: string | null;
  /** To be read to its end; throws `request/invalid` if another file follows. */
  readonly stream: AsyncIterable<Uint8Array>;
}

/** The `boundary` of a `multipart/form-data` content type (RFC 2046: 1 to 70 characters). Throws `request/invalid`. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('its boundary is missing');
  return boundary;
}

/**
 * The one file of a `multipart/form-data` body (RFC 7578), streamed; fields that are no file are passed over. Throws
 * `request/invalid` for a body without a file, and `request/incomplete` for one that ends too early.
 */
export async function multipartFile(body: AsyncIterable<Uint8Array>, boundary: string): Promise<MultipartFile> {
  // Every boundary but the first has a line end before it that belongs to it.
  const parts = new PartReader(body, Buffer.from(`\r\n--${boundary}`));
  await parts.skipToBoundary();
  for (;;) {
    const head = await parts.nextHead();
    if (head === null) throw malformed('it holds no file');
    if (!isFile(head)) {
      await parts.skipToBoundary();
      continue;
    }
    const [, contentType = null] = /^content-type:[ \t]*(\S.*?)[ \t]*$/im.exec(head) ?? [];
    return { contentType, stream: fileThenNothing(parts) };
  }
}

async function* fileThenNothing(parts: PartReader): AsyncGenerator<Uint8Array, void> {
  try {
    yield* fileIn(parts);
  } finally {
    await parts.cancel();
  }
}

async function* fileIn(parts: PartReader): AsyncGenerator<Uint8Array, void> {
  yield* parts.content();
  for (let head = await parts.nextHead(); head !== null; head = await parts.nextHead()) {
    if (isFile(head)) throw malformed('it holds more than one file');
    await parts.skipToBoundary();
  }
  await parts.drain();
}

/** "filename" marks what came from a file input (RFC 7578, 4.2). */
function isFile(head: string): boolean {
  return /^content-disposition:[ \t]*form-data\b.*;[ \t]*filename\*?=/im.test(head);
}

/** Reads a multipart body part by part, holding back no more than could be the beginning of a boundary. */
class PartReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  #held: Buffer = CRLF;

  constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.#chunks = body[Symbol.asyncIterator]();
    this.#delimiter = delimiter;
  }

  /** The bytes up to the next boundary, which is taken too. */
  async *content(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const end = this.#held.indexOf(this.#delimiter);
      if (end !== -1) {
        if (end > 0) yield this.#held.subarray(0, end);
        this.#held = this.#held.subarray(end + this.#delimiter.length);
        return;
      }
      const safe = this.#held.length - this.#delimiter.length + 1;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      await this.#more();
    }
  }

  async skipToBoundary(): Promise<void> {
    for await (const _ of this.content());
  }

  /** The header lines of the part that begins here; null after the last boundary. */
  async nextHead(): Promise<string | null> {
    while (this.#held.length < 2) await this.#more();
    if (this.#held.subarray(0, 2).toString('latin1') === '--') return null;
    for (;;) {
      const end = this.#held.indexOf(HEAD_END);
      if (end > HEAD_BYTES || (end === -1 && this.#held.length > HEAD_BYTES)) {
        throw malformed('the head of a part is too long');
      }
      if (end !== -1) {
        const head = this.#held.subarray(0, end).toString('utf8');
        this.#held = this.#held.subarray(end + HEAD_END.length);
        if (!/^[ \t]*\r\n/.test(`${head}\r\n`)) throw malformed('a boundary is followed by something else');
        return head;
      }
      await this.#more();
    }
  }

  /** What follows the last boundary has no meaning. */
  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  /** Lets go of the body, wherever in it one is. */
  async cancel(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw new ServiceError('request/incomplete', 'The last boundary is missing.');
    this.#held = Buffer.concat([this.#held, next.value]);
  }
}

function malformed(why: string): ServiceError {
  return new ServiceError('request/invalid', `This is no multipart/form-data with one file: ${why}.`);
}
