import { ServiceError } from '../errors/service-error.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';
import type { EditingText } from './editing-text.ts';
import { entityTag } from './entity-tag.ts';
import { type Conditions, meetsPreconditions } from './preconditions.ts';
import type { StoreFoundation } from './store-foundation.ts';
import { requireTemplate } from './template-rows.ts';

export interface StoredEditingRecord {
  /** The record as JSON. */
  readonly text: string;
  /** The strong entity tag with its quotes. */
  readonly etag: string;
}

/** The editing records of templates. Both methods throw `project/not-found` and `template/not-found`. */
export interface EditingStore {
  /** Returns the record of a template; `{}` if there is none. */
  get(project: string, name: string): StoredEditingRecord;
  /** Saves a record. Throws `template/precondition`. */
  save(project: string, name: string, text: EditingText, conditions?: Conditions): StoredEditingRecord;
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
    save: (project, name, text, conditions = {}) => {
      const etag = entityTag(text);
      return database.transaction(() => {
        const uid = projects.require(project);
        const template = requireTemplate(foundation, uid, name);
        if (!meetsPreconditions(get(project, name).etag, conditions)) throw new ServiceError('template/precondition');
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
