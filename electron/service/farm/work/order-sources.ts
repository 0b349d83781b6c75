import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import { locatePinned } from '../../jobs/sources/pinned-sources.ts';
import type { FilmToMake } from '../../render/make/render-types.ts';
import type { AnyPart } from '../../render/parts/part.ts';
import { factsIn, pathsByDigest } from '../../render/plan/locate-sources.ts';
import type { SourceLocator } from '../../sources/locate-source.ts';
import { runPool } from '../../waiting/pool.ts';
import type { FilmOrder } from '../orders/orders.ts';
import { blobKey, type ObjectStorage, questionKey } from '../store/object-storage.ts';
import { putOnce, putTextOnce } from '../store/put-once.ts';
import type { OrderMakerOptions } from './order-maker.ts';
import { questionText } from './question.ts';
import type { FilesInUse } from './stored-files.ts';

/** Finds the sources of an order: assets and own addresses in the store, all others by fetching them under the guard. */
export function locateForOrder(
  { project, inputs, ownAddresses }: FilmOrder,
  files: FilesInUse,
  tools: MediaTools,
  { cacheFolder, policy }: Pick<OrderMakerOptions, 'cacheFolder' | 'policy'>,
): SourceLocator {
  const own = new Map(ownAddresses);
  return locatePinned(
    { project, inputs: new Map(inputs) },
    {
      ...{ tools, cacheFolder, policy },
      assetOf: (source) => (source.kind === 'asset' ? { project, name: source.name } : (own.get(source.url) ?? null)),
      pathOf: (sha256, signal) => files.path(blobKey(sha256), sha256, signal),
    },
  );
}

/** The fonts that were added to the service, on this machine. */
export async function fontsOfOrder(
  { fonts }: FilmOrder,
  files: FilesInUse,
  signal: AbortSignal,
): Promise<readonly InstalledFont[]> {
  const here: InstalledFont[] = [];
  for (const font of fonts) here.push({ ...font, path: await files.path(blobKey(font.digest), font.digest, signal) });
  return here;
}

const PUTS_AT_ONCE = 4;

/**
 * Puts what others need into the store who make parts of a film: all that these parts are made of, and what is known of
 * the film's sources. Gives back the digest of the latter.
 */
export async function shareSources(
  { found, jobs }: Pick<FilmToMake, 'found' | 'jobs'>,
  folder: string,
  storage: ObjectStorage,
  signal: AbortSignal,
): Promise<string> {
  const pathOf = pathsByDigest(found);
  const needed = new Set(jobs.flatMap(({ parts }) => parts.flatMap(({ part }) => digestsIn(part))));
  await runPool([...needed], PUTS_AT_ONCE, signal, (sha256, either) =>
    putOnce(storage, blobKey(sha256), { path: pathOf(sha256), sha256 }, { signal: either }),
  );
  return await putTextOnce(storage, questionKey, questionText(factsIn(found)), { folder, signal });
}

function digestsIn({ inputs }: AnyPart): readonly string[] {
  return inputs.flatMap((input) => (input.kind === 'still' ? [] : [input.sha256]));
}
