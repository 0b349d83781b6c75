import { type DesignFile, designFile } from '#shared/designs/design-file.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import { announcedType, UNKNOWN_TYPE } from '../assets/content-type.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { EditingText } from '../movies/editing-text.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { writeMovie } from '../movies/movie-rows.ts';
import { writeTemplate } from '../movies/template-store.ts';
import { hideProject, removeHiddenProjects } from '../projects/hidden-projects.ts';
import { newUid } from '../projects/project-uid.ts';
import type { Database, DatabaseRow, Foundation, ProjectUid, StoredBlob } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

/**
 * The kind of a stored design. `copy`: a copy of a shipped design. `own`: a user's design. `coming`: a user's design
 * that is still being checked.
 */
export type DesignState = 'copy' | 'own' | 'coming';

/** A design in the workspace. Its templates are rows, and its files are blobs. */
export interface StoredDesign {
  readonly name: string;
  readonly state: DesignState;
  /**
   * The hidden project that contains the templates and files. The engine, bundles, and the sweep treat its files as
   * assets and need no code for designs.
   */
  readonly project: ProjectUid;
  readonly version: string;
  readonly file: DesignFile;
}

/** The checked content of a design. */
export interface DesignContent extends Omit<StoredDesign, 'project'> {
  readonly templates: readonly DesignTemplate[];
  readonly assets: readonly DesignAsset[];
}

export interface DesignTemplate {
  /** The file name of the template without `.xml`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly movie: InspectedMovie;
  /** The editing record with the data sets. */
  readonly editing: EditingText | null;
}

export interface DesignAsset {
  readonly name: string;
  readonly blob: StoredBlob;
  readonly contentType: string | null;
}

type Rows = Pick<Foundation, 'database' | 'events' | 'clock'> & { readonly assets: Pick<AssetRows, 'write'> };

/** Returns the name of a design's template from its file name. */
export function templateName(file: string): string {
  return file.replace(/\.xml$/iu, '');
}

/** Returns the user's own designs, sorted by name. */
export function ownDesigns(database: Database): readonly StoredDesign[] {
  return designsIn(database, 'own');
}

/** Returns the designs whose check has not finished. */
export function unfinishedDesigns(database: Database): readonly StoredDesign[] {
  return designsIn(database, 'coming');
}

function designsIn(database: Database, state: DesignState): readonly StoredDesign[] {
  return database.all('SELECT * FROM design WHERE state = ? ORDER BY name', state).map(designOf);
}

/** Returns a design with this name and state; null if there is none. */
export function findStored(database: Database, name: string, state: DesignState): StoredDesign | null {
  const row = database.get('SELECT * FROM design WHERE name = ? AND state = ?', name, state);
  return row === undefined ? null : designOf(row);
}

/** Writes a design. The caller holds its blobs, runs a transaction, and has checked that the name is free. */
export function writeDesign(rows: Rows, content: DesignContent, title: string): StoredDesign {
  const { database, clock } = rows;
  const { name, state, version, file } = content;
  const project = newUid();
  const now = clock();
  // Record no events, because the project is hidden.
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

/**
 * Makes a `coming` design an `own` design with this name. Call this inside a transaction in which no design has that
 * name.
 */
export function finishImportedDesign(
  database: Database,
  { project, ...design }: StoredDesign,
  name: string,
): StoredDesign {
  database.run("UPDATE design SET name = ?, state = 'own' WHERE project = ?", name, project);
  return { ...design, project, name, state: 'own' };
}

/**
 * Deletes a design and hides its project, which {@link removeForgotten} removes later. Call this inside a transaction.
 */
export function forgetDesign({ database, clock }: Pick<Rows, 'database' | 'clock'>, { project }: StoredDesign): void {
  database.run('DELETE FROM design WHERE project = ?', project);
  hideProject(database, project, clock());
}

/** Removes the project of a deleted design in steps, so that other work can run in between. */
export async function removeForgotten(database: Database, { project }: StoredDesign): Promise<void> {
  try {
    await removeHiddenProjects(database, project);
  } catch {
    // Ignore the error: the disk is full, or the service is stopping. The rows stay hidden until a later removal.
  }
}

function designOf(row: DatabaseRow): StoredDesign {
  return {
    name: text(row, 'name'),
    // The table allows only these values.
    state: text(row, 'state') as DesignState,
    project: text(row, 'project') as ProjectUid,
    version: text(row, 'version'),
    // The parse cannot fail: only `writeDesign` writes this column.
    file: designFile.parse(JSON.parse(text(row, 'file'))),
  };
}
