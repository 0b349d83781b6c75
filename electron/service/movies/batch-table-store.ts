import { ServiceError } from '../errors/service-error.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';
import type { EditingStore } from './editing-store.ts';
import { entityTag } from './entity-tag.ts';
import { meetsPreconditions } from './preconditions.ts';
import type { StoreFoundation } from './store-foundation.ts';
import { requireTemplate } from './template-rows.ts';

/**
 * The batch tables of templates, which contain the rows that users prepare, as JSON. Both methods throw
 * `project/not-found` and `template/not-found`.
 */
export type BatchTableStore = EditingStore;

/** Creates the store. A template without a table has `{}`. Deleting a template deletes its table. */
export function createBatchTableStore(foundation: StoreFoundation): BatchTableStore {
  const { database, events, projects, clock } = foundation;

  const get: BatchTableStore['get'] = (project, name) => {
    const template = requireTemplate(foundation, projects.require(project), name);
    const row = database.get('SELECT content, etag FROM batch_table WHERE template = ?', integerOf(template, 'id'));
    return row === undefined
      ? { text: '{}', etag: entityTag('{}') }
      : { text: textOf(row, 'content'), etag: textOf(row, 'etag') };
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
          `INSERT INTO batch_table (template, content, etag, updated_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (template) DO UPDATE SET
              content = excluded.content, etag = excluded.etag, updated_at = excluded.updated_at`,
          ...[integerOf(template, 'id'), text, etag, clock()],
        );
        events.record({ type: 'batch-table.saved', project: uid, data: { name: textOf(template, 'name'), etag } });
        return { text, etag };
      });
    },
  };
}
