import { enabledParts, type Movie } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import { closestNames } from '../media/near-names.ts';
import type { BlobDigest, Database, ProjectUid } from '../storage/ports.ts';
import { assetDigest, assetNames, inputKey } from './asset-key.ts';
import { assetIn, notFound } from './film-sources.ts';
import type { OwnHosts } from './own-address.ts';
import type { RenderId } from './render-record.ts';

export interface PinnedInputs {
  /** The digest that each asset of the film stands for now, by input key. */
  readonly inputs: ReadonlyMap<string, BlobDigest>;
  /** Of assets that are not there. */
  readonly findings: readonly Finding[];
}

/** Looks up what a film's assets are at this moment. */
export function pinInputs(
  movie: Movie,
  project: ProjectUid,
  context: { readonly database: Database; readonly ownHosts: OwnHosts },
): PinnedInputs {
  return createInputFinder(project, context)(movie);
}

/** As {@link pinInputs} for many films of one moment: each asset is looked up once. */
export function createInputFinder(
  project: ProjectUid,
  context: { readonly database: Database; readonly ownHosts: OwnHosts },
): (movie: Movie) => PinnedInputs {
  const { database } = context;
  const known = new Map<string, BlobDigest | null>();
  const digestOf = (owner: ProjectUid, name: string, key: string): BlobDigest | null => {
    const digest = known.has(key) ? known.get(key) : assetDigest(database, owner, name);
    known.set(key, digest ?? null);
    return digest ?? null;
  };
  return (movie) => {
    const inputs = new Map<string, BlobDigest>();
    const findings: Finding[] = [];
    for (const { id, source } of enabledParts(movie).scenes.flatMap(({ layers }) => layers)) {
      const asset = assetIn(source, project, context);
      if (asset === null) continue;
      const key = inputKey(project, asset.project, asset.name);
      const sha256 = digestOf(asset.project, asset.name, key);
      if (sha256 !== null) {
        inputs.set(key, sha256);
        continue;
      }
      const near = closestNames(asset.name, assetNames(database, asset.project)).map((name) => `“${name}”`);
      const hint = near.length === 0 ? '.' : `; did you mean ${near.join(' or ')}?`;
      const attribute = source.kind === 'url' ? 'url' : 'src';
      findings.push({ code: 'source/not-found', message: notFound(asset.name) + hint, at: { node: id, attribute } });
    }
    return { inputs, findings };
  };
}

/** Writes down which bytes a render reads; from here on they are kept for it. */
export function saveInputs(database: Database, render: RenderId, inputs: PinnedInputs['inputs']): void {
  for (const [key, sha256] of inputs)
    database.run('INSERT INTO render_input (render, name_key, sha256) VALUES (?, ?, ?)', render, key, sha256);
}

export function findInputs(database: Database, render: RenderId): ReadonlyMap<string, BlobDigest> {
  const rows = database.all('SELECT name_key, sha256 FROM render_input WHERE render = ?', render);
  return new Map(rows.map((row) => [String(row['name_key']), String(row['sha256']) as BlobDigest]));
}
