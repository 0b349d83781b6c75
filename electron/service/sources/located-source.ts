import type { Result } from '../../../shared/lib/result.ts';
import type { MediaSource } from '../../../shared/template/movie.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaFacts } from './facts/media-facts.ts';

/** A source that lies on disk. */
export interface LocatedSource {
  /** Absolute path of a local file. */
  readonly path: string;
  /** Lower-case hex digest of its bytes: what a cached part depends on. */
  readonly sha256: string;
  /** What the file looked like from outside when its digest was read; nothing where nobody can change it. */
  readonly stamp?: string | null;
  /** What was found in it. A file that is no media is a {@link SourceFailure}. */
  readonly facts: MediaFacts;
}

/** Finds a source on disk, fetching it first if it is remote. The error is a sentence for people. */
export type LocateSource = (source: MediaSource, signal: AbortSignal) => Promise<Result<LocatedSource, SourceFailure>>;
