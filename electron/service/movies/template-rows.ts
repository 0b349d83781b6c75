import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { DatabaseRow, ProjectUid } from '../storage/ports.ts';
import type { StoreFoundation } from './store-foundation.ts';

/** Returns the row of a template without its texts; undefined if it does not exist. */
export function templateRow({ database }: StoreFoundation, project: ProjectUid, name: string): DatabaseRow | undefined {
  return database.get(
    'SELECT id, name, revision, etag, editing_etag FROM template WHERE project = ? AND name_key = ?',
    project,
    nameKey(name),
  );
}

/** Returns the row of a template, as {@link templateRow} does. Throws `template/not-found`. */
export function requireTemplate(foundation: StoreFoundation, project: ProjectUid, name: string): DatabaseRow {
  const row = templateRow(foundation, project, name);
  if (row === undefined)
    throw new ServiceError('template/not-found', message('name/none-called', { name: name.slice(0, 255) }));
  return row;
}
