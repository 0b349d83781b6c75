import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { usableName } from '#shared/names/usable-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

/** An asset that a template names, with its source. */
export interface NeededMedia {
  readonly name: string;
  readonly from: /** The project has it already. */
    | { readonly kind: 'project' }
    /** A file that is uploaded under the name. */
    | { readonly kind: 'file'; readonly offered: OfferedFile }
    | { readonly kind: 'missing' };
}

interface Offer {
  /** Names of the assets in the target project. */
  readonly assets: readonly string[];
  /** Files that were opened with the template, or the files of a folder. */
  readonly files: readonly OfferedFile[];
  /** Files that the user chose for a name, by the key of the name. */
  readonly chosen: ReadonlyMap<string, OfferedFile>;
}

/** Finds all assets that a template names, by name, ignoring case. Each appears once, in the order of the text. */
export function matchMedia(sources: readonly MediaSource[], { assets, files, chosen }: Offer): readonly NeededMedia[] {
  const there = new Set(assets.map(nameKey));
  const byName = new Map(files.toReversed().map((offered) => [nameKey(usableName(offered.file.name)), offered]));
  const needed = new Map<string, NeededMedia>();
  for (const source of sources) {
    if (source.kind !== 'asset' || needed.has(nameKey(source.name))) continue;
    const { name } = source;
    const key = nameKey(name);
    const offered = chosen.get(key) ?? (there.has(key) ? undefined : byName.get(key));
    const from =
      offered !== undefined
        ? { kind: 'file' as const, offered }
        : { kind: there.has(key) ? ('project' as const) : ('missing' as const) };
    needed.set(key, { name, from });
  }
  return [...needed.values()];
}
