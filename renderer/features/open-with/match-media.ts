import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { usableName } from '#shared/names/usable-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

/** An asset that a template names, with its source. */
export interface NeededMedia {
  readonly name: string;
  readonly from: /** The project already has the asset. */
    | { readonly kind: 'project' }
    /** A file that is uploaded under the name of the asset. */
    | { readonly kind: 'file'; readonly offered: OfferedFile }
    | { readonly kind: 'missing' };
}

interface Offer {
  /** The names of the assets in the target project. */
  readonly assets: readonly string[];
  /** The candidate files: the files that were opened with the template, or the files in a folder. */
  readonly files: readonly OfferedFile[];
  /** The files that the user chose, by name key of the asset. */
  readonly chosen: ReadonlyMap<string, OfferedFile>;
}

/**
 * Returns the distinct assets that a template names, in the order of the text, with their sources. Names match
 * regardless of case.
 */
export function matchMedia(sources: readonly MediaSource[], { assets, files, chosen }: Offer): readonly NeededMedia[] {
  const assetKeys = new Set(assets.map(nameKey));
  const byName = new Map(files.toReversed().map((offered) => [nameKey(usableName(offered.file.name)), offered]));
  const needed = new Map<string, NeededMedia>();
  for (const source of sources) {
    if (source.kind !== 'asset' || needed.has(nameKey(source.name))) continue;
    const { name } = source;
    const key = nameKey(name);
    const offered = chosen.get(key) ?? (assetKeys.has(key) ? undefined : byName.get(key));
    const from =
      offered !== undefined
        ? { kind: 'file' as const, offered }
        : { kind: assetKeys.has(key) ? ('project' as const) : ('missing' as const) };
    needed.set(key, { name, from });
  }
  return [...needed.values()];
}
