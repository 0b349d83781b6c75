import type { Result } from '#shared/lib/result.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaFacts } from './facts/media-facts.ts';
import type { StillFacts } from './facts/still-facts.ts';

/** The facts about a source. Their type depends on the requested kind. */
export type SourceFacts = MediaFacts | StillFacts;

/** A source as a file on disk. */
export interface LocatedSource {
  /** The absolute path of a local file. */
  readonly path: string;
  /** The SHA-256 digest of the bytes in lower-case hex. The keys of cached parts contain it. */
  readonly sha256: string;
  /** The file's stamp at the time of the digest. Absent or null if no other program can change the file. */
  readonly stamp?: string | null;
  /** The facts about the source. The locator reports a {@link SourceFailure} for a file of another kind. */
  readonly facts: SourceFacts;
}

/** Finds a source on disk, and fetches it first if it is remote. The error is a sentence for users. */
export type LocateSource = (
  requested: RequestedSource,
  signal: AbortSignal,
) => Promise<Result<LocatedSource, SourceFailure>>;

/** Checks whether a source has video or audio. */
export function isMedia<Source extends { readonly facts: SourceFacts }>(
  source: Source,
): source is Source & { readonly facts: MediaFacts } {
  return 'demuxer' in source.facts;
}
