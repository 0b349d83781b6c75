import { type DesignFile, designFile } from '#shared/designs/design-file.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import { announcedType, UNKNOWN_TYPE } from '../assets/content-type.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { EditingText } from '../movies/editing-text.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { writeMovie } from '../movies/movie-rows.ts';
import { writeTemplate } from '../movies/template-store.ts';
import { newUid } from '../projects/project-uid.ts';
import { hide, removeHidden } from '../projects/unfinished-projects.ts';
import type { Database, DatabaseRow, Foundation, ProjectUid, StoredBlob } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

/** A copy of one of the program's; one that was put here; or one that may come to be, once it was tried. */
export type DesignState = 'copy' | 'own' | 'coming';

/** A design whose templates and files are rows and blobs of the workspace. */
export interface StoredDesign {
  readonly name: string;
  readonly state: DesignState;
  /** Where they are: a project that no list shows. */
  readonly project: ProjectUid;
  readonly version: string;
  readonly file: DesignFile;
}

/** All that a design is made of, checked. */
export interface DesignContent extends Omit<StoredDesign, 'project'> {
  readonly templates: readonly DesignTemplate[];
  readonly assets: readonly DesignAsset[];
}

export interface DesignTemplate {
  /** That of its file, without `.xml`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly movie: InspectedMovie;
  /** With its data sets. */
  readonly editing: EditingText | null;
}

export interface DesignAsset {
  readonly name: string;
  readonly blob: StoredBlob;
  readonly contentType: string | null;
}

type Rows = Pick<Foundation, 'database' | 'events' | 'clock'> & { readonly assets: Pick<AssetRows, 'write'> };

/** The name of a design's template, by its file's. */
export function templateName(file: string): string {
  return file.replace(/\.xml$/iu, '');
}

/** By name. */
export function ownDesigns(database: Database): readonly StoredDesign[] {
  return designsIn(database, 'own');
}

/** What was not tried to its end. */
export function comingDesigns(database: Database): readonly StoredDesign[] {
  return designsIn(database, 'coming');
}

function designsIn(database: Database, state: DesignState): readonly StoredDesign[] {
  return database.all('SELECT * FROM design WHERE state = ? ORDER BY name', state).map(designOf);
}

/** Null where there is none. */
export function findStored(database: Database, name: string, state: DesignState): StoredDesign | null {
  const row = database.get('SELECT * FROM design WHERE name = ? AND state = ?', name, state);
  return row === undefined ? null : designOf(row);
}

/** Writes a design, whose blobs are held. Call inside a transaction, in which there is none of its name. */
export function writeDesign(rows: Rows, content: DesignContent, title: string): StoredDesign {
  const { database, clock } = rows;
  const { name, state, version, file } = content;
  const project = newUid();
  const now = clock();
  // Nobody sees what is in such a project, so nobody is told of it.
  const silent = { ...rows, events: { ...rows.events, record: () => undefined }, projects: { require: () => project } };
  const insertion = 'INSERT INTO project (uid, name, created_at, updated_at) VALUES (?, ?, ?, ?)';
  database.run(insertion, project, title, now, now);
  for (const asset of content.assets) {
    const contentType = asset.contentType ?? announcedType(null, asset.name) ?? UNKNOWN_TYPE;
    rows.assets.write({ project, name: asset.name, blob: asset.blob, contentType, now });
  }
  for (const { name: template, bytes, movie, editing } of content.templates) {
    writeTemplate(silent, project, { name: template, revision: 1, etag: entityTag(bytes), bytes, movie });
    writeMovie(silent, project, template, movie);
    if (editing !== null)
      database.run(
        'UPDATE template SET editing = ?, editing_etag = ? WHERE project = ? AND name_key = ?',
        ...[editing, entityTag(editing), project, nameKey(template)],
      );
  }
  database.run(
    'INSERT INTO design (name, state, project, version, file, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[name, state, project, version, JSON.stringify(file), now],
  );
  return { name, state, project, version, file };
}

/** A design that was coming is there now, under its name. Call inside a transaction, in which there is none of that name. */
export function keepComing(database: Database, { project, ...design }: StoredDesign, name: string): StoredDesign {
  database.run("UPDATE design SET name = ?, state = 'own' WHERE project = ?", name, project);
  return { ...design, project, name, state: 'own' };
}

/** Forgets a design; what it was made of is hidden, for {@link removeForgotten}. Call inside a transaction. */
export function forgetDesign({ database, clock }: Pick<Rows, 'database' | 'clock'>, { project }: StoredDesign): void {
  database.run('DELETE FROM design WHERE project = ?', project);
  hide(database, project, clock());
}

/** Removes what a design was made of, others going on meanwhile. */
export async function removeForgotten(database: Database, { project }: StoredDesign): Promise<void> {
  try {
    await removeHidden(database, project);
  } catch {
    // The disk is full, or the service is stopping. It is forgotten all the same: what is left is not seen, and goes
    // later.
  }
}

function designOf(row: DatabaseRow): StoredDesign {
  return {
    name: text(row, 'name'),
    // The column takes no other.
    state: text(row, 'state') as DesignState,
    project: text(row, 'project') as ProjectUid,
    version: text(row, 'version'),
    // Only `writeDesign` writes it.
    file: designFile.parse(JSON.parse(text(row, 'file'))),
  };
}
