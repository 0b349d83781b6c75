import { err, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import { fileStamp } from '../../files/file-digest.ts';
import type { LocatedSource } from '../../sources/located-source.ts';
import type { AnyPart } from '../parts/part.ts';
import type { FoundSources } from '../plan/locate-sources.ts';

/** Thrown where a source is not any more what it was when it was found. */
export class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
  /** Of the bytes that it had. */
  readonly sha256: string;

  constructor(sha256: string) {
    super('a source was changed while a film was made of it');
    this.sha256 = sha256;
  }
}

/**
 * Makes what is asked after parts were made and before they are kept under the digests of their sources: whether those
 * are still the bytes that were read. Throws {@link SourceChangedError}.
 */
export function createSourceWatch(found: FoundSources): (parts: readonly AnyPart[]) => Promise<void> {
  const sources = new Map<string, LocatedSource>();
  for (const result of found.values()) if (result.ok) sources.set(result.value.sha256, result.value);
  return async (parts) => {
    const read = parts.flatMap(({ inputs }) =>
      inputs.flatMap((input) => (input.kind === 'still' ? [] : [input.sha256])),
    );
    for (const sha256 of new Set(read)) {
      const { path, stamp = null } = sources.get(sha256) ?? {};
      if (path === undefined || stamp === null) continue;
      // One that was removed is not what it was either.
      const now = await fileStamp(path).catch(() => null);
      if (now !== stamp) throw new SourceChangedError(sha256);
    }
  };
}

/** What was found, less the source that was changed. */
export function withoutChanged(found: FoundSources, { sha256 }: SourceChangedError): FoundSources {
  return new Map(
    [...found].map(([key, result]) => [key, result.ok && result.value.sha256 === sha256 ? CHANGED : result]),
  );
}

const CHANGED: Result<never, SourceFailure> = err({
  code: 'source/unreadable',
  says: message('source/changed'),
});
