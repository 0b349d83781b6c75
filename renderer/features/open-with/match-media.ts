import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { usableName } from '#shared/names/usable-name.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';

/** An asset that a template names, and where it comes from. */
export interface NeededMedia {
  readonly name: string;
  readonly from: /** The project has it. */
    | { readonly kind: 'project' }
    /** It is uploaded under the name. */
    | { readonly kind: 'file'; readonly offered: OfferedFile }
    | { readonly kind: 'missing' };
}

interface Offer {
  /** The assets of the project that it is opened in. */
  readonly assets: readonly string[];
  /** Files from beside the template, or a folder. */
  readonly files: readonly OfferedFile[];
  /** Files that were chosen for a name, by its key, whatever they are called. */
  readonly chosen: ReadonlyMap<string, OfferedFile>;
}

/** Finds every asset that a template names, by name, whatever its case: each once, in the order of the text. */
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
