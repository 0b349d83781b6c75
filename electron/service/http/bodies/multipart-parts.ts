import { Dicer } from '@fastify/busboy';
import { ServiceError } from '../../errors/service-error.ts';

/** How much may follow the beginning of a part whose head has not ended. */
const HEAD_BYTES = 16 * 1024;

/** Names of headers in lower case; a header may stand there several times. */
export type PartHead = Readonly<Record<string, readonly string[] | undefined>>;

export interface PartReader {
  /** Gives the parser the next piece of the body; false at the end of the body, which has to be that of the form. */
  readonly readMore: () => Promise<boolean>;
  /** Lets go of the body, wherever in it one is. */
  readonly cancel: () => Promise<void>;
}

/** The `boundary` of a `multipart/form-data` content type (RFC 2046: 1 to 70 characters). Throws `request/invalid`. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('its boundary is missing');
  return boundary;
}

/** What is no form: `request/invalid`. */
export function malformed(why: string): ServiceError {
  return new ServiceError('request/invalid', `This is no multipart/form-data: ${why}.`);
}

/**
 * Reads the parts of a body (RFC 2046, 5.1), which the parser is given piece by piece.
 * @param onPart Told of each part whose head was read, with its disposition. It has to read the part to its end; it
 *   returns why the form is refused, or null.
 */
export function openParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  onPart: (part: Dicer.PartStream, disposition: string, head: PartHead) => ServiceError | null,
): PartReader {
  const chunks = body[Symbol.asyncIterator]();
  const parser = new Dicer({ boundary });
  let refusal: ServiceError | null = null;
  /** How much has come behind the beginning of a head that has not ended; null where there is none. */
  let headBytes: number | null = null;
  let taken: Promise<unknown> = Promise.resolve();
  const over = Promise.withResolvers<boolean>();
  parser.once('finish', () => over.resolve(true)).on('error', () => over.resolve(false));
  let isOver = false;
  over.promise.then(() => {
    isOver = true;
  });
  // The parser passes over a part whose head does not end, and the form would be taken for whole.
  const refuseOpenHead = () => {
    if (headBytes !== null) refusal ??= malformed('the head of a part does not end');
  };
  parser.on('part', (part) => {
    refuseOpenHead();
    headBytes = 0;
    // The parser itself is told as well.
    part.on('error', () => undefined);
    part.on('header', (given) => {
      headBytes = null;
      const head = given as PartHead;
      const [disposition] = head['content-disposition'] ?? [];
      if (disposition === undefined) refusal ??= malformed('a part has no Content-Disposition');
      else refusal ??= onPart(part, disposition, head);
    });
  });
  return {
    readMore: async () => {
      // It is not taken by the parser as long as what was found in it waits to be read.
      await Promise.race([taken, over.promise]);
      const next = await chunks.next();
      if (next.done === true) {
        parser.end();
        if (!(await over.promise)) throw new ServiceError('request/incomplete', 'The last boundary is missing.');
        refuseOpenHead();
        if (refusal !== null) throw refusal;
        return false;
      }
      // What follows the last boundary has no meaning.
      if (isOver) return true;
      if (headBytes !== null) headBytes += next.value.byteLength;
      taken = new Promise((resolve) => parser.write(next.value, resolve));
      if (headBytes !== null && headBytes > HEAD_BYTES) refusal ??= malformed('the head of a part is too long');
      if (refusal !== null) throw refusal;
      return true;
    },
    cancel: async () => {
      await chunks.return?.();
    },
  };
}
