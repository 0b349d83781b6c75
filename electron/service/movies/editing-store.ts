import { serviceLimits } from '../../../shared/contract/limits.ts';
import { statement } from '../../../shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';
import { entityTag } from './entity-tag.ts';
import { type Conditions, mayChange } from './preconditions.ts';
import type { StoreFoundation } from './store-foundation.ts';
import { requireTemplate } from './template-rows.ts';

/** Objects and lists inside one another that a record may have. */
export const EDITING_LEVELS = 64;

/**
 * What the editor remembers of a template: data sets, markers, the view last seen. The service does not look into it.
 */
export type EditingRecord = Readonly<Record<string, unknown>>;

export interface StoredEditingRecord {
  /** JSON. */
  readonly text: string;
  /** Strong, with its quotes. */
  readonly etag: string;
}

/** Both methods throw `project/not-found` and `template/not-found`. */
export interface EditingStore {
  /** Of a template that has none, `{}`. */
  get(project: string, name: string): StoredEditingRecord;
  /** Throws `template/precondition`, `request/too-large`, and `request/invalid` for one that is too deep. */
  save(project: string, name: string, record: EditingRecord, conditions?: Conditions): StoredEditingRecord;
}

export function createEditingStore(foundation: StoreFoundation): EditingStore {
  const { database, events, projects } = foundation;

  const get: EditingStore['get'] = (project, name) => {
    const template = requireTemplate(foundation, projects.require(project), name);
    const row = database.get('SELECT editing FROM template WHERE id = ?', integerOf(template, 'id'));
    const text = row === undefined ? '{}' : textOf(row, 'editing');
    return { text, etag: textOf(template, 'editing_etag') || entityTag(text) };
  };

  return {
    get,
    save: (project, name, record, conditions = {}) => {
      const text = printed(record);
      const etag = entityTag(text);
      return database.transaction(() => {
        const uid = projects.require(project);
        const template = requireTemplate(foundation, uid, name);
        if (!mayChange(get(project, name).etag, conditions)) throw new ServiceError('template/precondition');
        database.run(
          'UPDATE template SET editing = ?, editing_etag = ? WHERE id = ?',
          text,
          etag,
          integerOf(template, 'id'),
        );
        events.record({ type: 'editing.saved', project: uid, data: { name: textOf(template, 'name'), etag } });
        return { text, etag };
      });
    },
  };
}

function printed(record: EditingRecord): string {
  if (isDeeperThan(record, EDITING_LEVELS))
    throw new ServiceError('request/invalid', statement('record/levels', { most: EDITING_LEVELS }));
  const text = JSON.stringify(record);
  if (Buffer.byteLength(text) > serviceLimits.jsonBytes)
    throw new ServiceError('request/too-large', statement('record/bytes', { most: serviceLimits.jsonBytes }));
  return text;
}

/** Level by level, because a value can be deeper than the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    const next: unknown[] = [];
    for (const item of level)
      if (typeof item === 'object' && item !== null) for (const below of Object.values(item)) next.push(below);
    level = next;
  }
  return false;
}
