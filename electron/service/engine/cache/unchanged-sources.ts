import { err, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import { fileStamp } from '../../files/digest-file.ts';
import type { LocatedSource } from '../../sources/located-source.ts';
import type { AnyPart } from '../parts/part.ts';
import type { FoundSources } from '../plan/locate-sources.ts';

/** Thrown if a source changed after it was located. */
export class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
  /** The digest of the original bytes. */
  readonly sha256: string;

  constructor(sha256: string) {
    super('a source was changed while a film was made of it');
    this.sha256 = sha256;
  }
}

/**
 * Creates a check that source files have not changed since they were located. The check compares file stamps and throws
 * {@link SourceChangedError}. Run it after parts are made and before they are cached under the digests of their
 * sources.
 */
export function createSourceWatch(found: FoundSources): (parts: readonly AnyPart[]) => Promise<void> {
  const sources = new Map<string, LocatedSource>();
  for (const result of found.values()) if (result.ok) sources.set(result.value.sha256, result.value);
  return async (parts) => {
    const digests = parts.flatMap(({ inputs }) =>
      inputs.flatMap((input) => (input.kind === 'still' ? [] : [input.sha256])),
    );
    for (const sha256 of new Set(digests)) {
      const { path, stamp = null } = sources.get(sha256) ?? {};
      if (path === undefined || stamp === null) continue;
      // A removed source is treated as changed.
      const currentStamp = await fileStamp(path).catch(() => null);
      if (currentStamp !== stamp) throw new SourceChangedError(sha256);
    }
  };
}

/** Returns the located sources, with an error in place of the changed one. */
export function withChangedSourceAsError(sources: FoundSources, { sha256 }: SourceChangedError): FoundSources {
  return new Map(
    [...sources].map(([key, result]) => [key, result.ok && result.value.sha256 === sha256 ? CHANGED : result]),
  );
}

const CHANGED: Result<never, SourceFailure> = err({
  code: 'source/unreadable',
  says: message('source/changed'),
});
