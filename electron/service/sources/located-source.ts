import type { Result } from '#shared/lib/result.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaFacts } from './facts/media-facts.ts';
import type { StillFacts } from './facts/still-facts.ts';

/** What was found in a source, by what it is wanted for. */
export type SourceFacts = MediaFacts | StillFacts;

/** A source that lies on disk. */
export interface LocatedSource {
  /** Absolute path of a local file. */
  readonly path: string;
  /** Lower-case hex digest of its bytes: what a cached part depends on. */
  readonly sha256: string;
  /** What the file looked like from outside when its digest was read; nothing where nobody can change it. */
  readonly stamp?: string | null;
  /** What was found in it. A file that is no media is a {@link SourceFailure}. */
  readonly facts: SourceFacts;
}

/** Finds a source on disk, fetching it first if it is remote. The error is a sentence for people. */
export type LocateSource = (
  requested: RequestedSource,
  signal: AbortSignal,
) => Promise<Result<LocatedSource, SourceFailure>>;

/** Whether a source is one that runs or sounds. */
export function isMedia<Source extends { readonly facts: SourceFacts }>(
  source: Source,
): source is Source & { readonly facts: MediaFacts } {
  return 'demuxer' in source.facts;
}
