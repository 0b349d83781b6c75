import type { WantedSource } from '#shared/template/movie/used-sources.ts';
import { refusal } from '../../errors/issues.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { FilmWork } from '../../jobs/records/render-worker.ts';
import { type OwnAsset, type OwnHosts, ownAssetOf } from '../../jobs/sources/own-address.ts';
import type { BlobStore, Database } from '../../storage/ports.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { runPool } from '../../waiting/pool.ts';
import type { FilmOrder } from '../orders/orders.ts';
import { blobKey } from '../store/object-storage.ts';
import { createSharedObjects, type SharedObjectOptions } from './shared-objects.ts';

export interface FilmOrderOptions extends SharedObjectOptions {
  readonly database: Database;
  readonly blobs: Pick<BlobStore, 'inStore'>;
  readonly ownHosts: OwnHosts;
  readonly inspector: Pick<MovieInspector, 'open'>;
  /** The fonts that were added to the program; none unless given. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** See {@link FilmOrder.encodingCores}. */
  readonly encodingCores: number;
}

/**
 * Writes the order for a film, once everything that it names is in the store. Throws `render/invalid` for a template
 * that is refused, as the store does, and the signal's reason.
 *
 * Many films share what they need, so that the store is not asked for each of them. It is where `isDoubted`: a worker did
 * not find something there that this order names.
 */
export type WriteOrder = (
  work: FilmWork,
  signal: AbortSignal,
  options?: { readonly isDoubted?: boolean },
) => Promise<FilmOrder>;

/** Films whose files are brought at the same time: they share the way to the store, and templates are read for each. */
const WRITTEN_AT_ONCE = 4;
const FILES_AT_ONCE = 4;

export function orderId({ render, attempt }: Pick<FilmWork, 'render' | 'attempt'>): string {
  return `${render}-${attempt}`;
}

export function createOrderWriter(options: FilmOrderOptions): WriteOrder {
  const { blobs, inspector, addedFonts = async () => [], encodingCores } = options;
  const shared = createSharedObjects(options);
  const turns = createLimiter(WRITTEN_AT_ONCE);

  const bringFonts = async (isDoubted: boolean): Promise<FilmOrder['fonts']> => {
    const fonts = await addedFonts();
    for (const { digest, path } of fonts) await shared.putFile(blobKey(digest), { path, sha256: digest }, isDoubted);
    return fonts.map(({ path: _path, ...font }) => font);
  };

  const write: WriteOrder = async (work, signal, { isDoubted = false } = {}) => {
    const { render, attempt, project, range, format, quality, hardware } = work;
    const variables = [...work.variables];
    const { planner, issues } = await inspector.open({ xml: work.template, values: variables, range });
    if (planner === null) throw refusal('render/invalid', issues);
    signal.throwIfAborted();
    const template = await shared.putTemplate(work.template, isDoubted);
    const fonts = await bringFonts(isDoubted);
    const digests = [...new Set(work.inputs.values())];
    await runPool(digests, FILES_AT_ONCE, signal, (sha256, stop) => blobs.inStore(sha256, stop, { isDoubted }));
    return {
      kind: 'film',
      id: orderId(work),
      ...{ render, attempt, project, template, variables, range, format, quality, hardware },
      inputs: [...work.inputs],
      ownAddresses: ownAddresses(planner.sources, options),
      fonts,
      encodingCores,
    };
  };
  return (work, signal, doubts) => turns.run(signal, () => write(work, signal, doubts));
}

/** Those of the sources that this service itself would answer; nobody else knows which they are. */
function ownAddresses(
  sources: readonly WantedSource[],
  { ownHosts, database }: Pick<FilmOrderOptions, 'ownHosts' | 'database'>,
): FilmOrder['ownAddresses'] {
  const own = new Map<string, OwnAsset>();
  for (const { source } of sources) {
    const asset = source.kind === 'url' ? ownAssetOf(source.url, ownHosts, database) : null;
    if (source.kind === 'url' && asset !== null) own.set(source.url, asset);
  }
  return [...own];
}
