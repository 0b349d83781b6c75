import { nameKey } from '#shared/names/asset-name.ts';
import type { Values } from '../inspection/inspect-film.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { bytesOf, integer as integerOf, text as textOf } from '../storage/rows.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';
import type { StoreFoundation } from './store-foundation.ts';

export interface MissingAsset {
  /** The name in the spelling of the first template that uses it. */
  readonly name: string;
  /** The names of the templates that use the asset, in order. */
  readonly templates: readonly string[];
}

/** The missing assets of a project, which its templates use. */
export interface MissingOfProject {
  readonly uid: string;
  readonly assets: readonly MissingAsset[];
}

/**
 * The maximum number of templates whose asset names are cached. A name takes about 50 bytes, so the cache takes a few
 * MiB.
 */
const MAX_CACHED = 20_000;

/** The query for the templates of listed projects. It excludes designs, which are always complete. */
const SELECT_TEMPLATES = `SELECT id, project, name, etag FROM template
  WHERE NOT EXISTS (SELECT 1 FROM design WHERE design.project = template.project) ORDER BY project, name`;

interface Use {
  readonly project: string;
  readonly template: string;
  readonly name: string;
}

export interface MissingAssetsOptions extends Pick<StoreFoundation, 'database'> {
  readonly inspector: Pick<MovieInspector, 'assets'>;
  readonly brandOf: (project: string) => Values;
}

/**
 * Creates a search for missing assets, which templates use although their projects lack them. Each template text is
 * parsed once, and one query checks all assets. Thousands of projects therefore take a few milliseconds.
 */
export function createMissingAssets({ database, inspector, brandOf }: MissingAssetsOptions) {
  /** The asset names by the entity tag of the text and the brand values, least recently used first. */
  const cache = new Map<string, readonly string[]>();

  const namesIn = async (template: number, etag: string, brand: Values): Promise<readonly string[]> => {
    const key = brand.length === 0 ? etag : `${etag} ${JSON.stringify(brand)}`;
    const cached = cache.get(key);
    if (cached !== undefined) {
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const row = database.get('SELECT bytes FROM template_revision WHERE template = ? AND etag = ?', template, etag);
    // Skip a template that was deleted or saved in the meantime. An event reports that change, and clients then repeat
    // the request.
    if (row === undefined) return [];
    const xml = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(row, 'bytes'));
    const names = await inspector.assets(xml, brand);
    cache.set(key, names);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
    return names;
  };

  /** Returns the uses of missing assets, in order. */
  const missingUses = (uses: readonly Use[]): readonly Use[] => {
    const requested = JSON.stringify(uses.map(({ project, name }) => [project, nameKey(name)]));
    return database
      .all(
        `SELECT CAST(wanted.key AS INTEGER) AS place FROM json_each(?) AS wanted
         WHERE NOT EXISTS (SELECT 1 FROM asset
           WHERE asset.project = wanted.value ->> 0 AND asset.name_key = wanted.value ->> 1)
         ORDER BY place`,
        requested,
      )
      .flatMap((row) => uses[integerOf(row, 'place')] ?? []);
  };

  return {
    /** Returns the projects with missing assets. Throws the signal's reason. */
    list: async (signal: AbortSignal): Promise<readonly MissingOfProject[]> => {
      const yieldTurn = yieldRegularly(signal);
      const uses: Use[] = [];
      const brands = new Map<string, Values>();
      for (const row of database.all(SELECT_TEMPLATES)) {
        const [project, template] = [textOf(row, 'project'), textOf(row, 'name')];
        const brand = brands.get(project) ?? brandOf(project);
        brands.set(project, brand);
        const names = await namesIn(integerOf(row, 'id'), textOf(row, 'etag'), brand);
        for (const name of names) uses.push({ project, template, name });
        await yieldTurn();
      }
      return [...Map.groupBy(missingUses(uses), ({ project }) => project)].map(([uid, missing]) => ({
        uid,
        assets: [...Map.groupBy(missing, ({ name }) => nameKey(name)).values()].map(assetOf),
      }));
    },
  };
}

export type MissingAssets = ReturnType<typeof createMissingAssets>;

function assetOf(uses: readonly Use[]): MissingAsset {
  return {
    name: uses[0]?.name ?? '',
    templates: [...new Set(uses.map(({ template }) => template))],
  };
}
