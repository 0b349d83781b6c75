import type { ServiceEvent } from '../../shared/contract/events.ts';
import { nameKey } from '../../shared/names/asset-name.ts';
import type { EditingRecordStore } from '../state/editing-record-store.ts';
import type { EditorStore } from '../state/editor-store.ts';
import type { Api } from './api.ts';
import { deletedThing, readTemplateText } from './template-text.ts';
import { readEditingRecord } from './use-editing-record.ts';

interface Place {
  readonly project: string;
  readonly name: string;
}

interface Open {
  readonly editor: Pick<EditorStore, 'actions'>;
  readonly record: Pick<EditingRecordStore, 'meet' | 'knows'>;
}

/**
 * Tells an open template what happens to it in the service, whoever does it: another window, or a program over HTTP.
 * After a gap in the events it is looked at, too. Returns what ends it.
 */
export function followTemplate(api: Api, place: Place, { editor, record }: Open): () => void {
  let ended = false;
  const text = inTurn(async () => {
    if (ended) return;
    try {
      await editor.actions.meet({ kind: 'saved', version: await readTemplateText(api, place) });
    } catch (error) {
      const what = deletedThing(error);
      // What cannot be read now is met by the next save, or by what is read after the gap.
      if (what !== null) await editor.actions.meet({ kind: 'deleted', what });
    }
  });
  const editing = inTurn(async () => {
    if (ended) return;
    const theirs = await readEditingRecord(api, place.project, place.name).catch(() => null);
    if (theirs !== null) await record.meet(theirs);
  });
  const hear = async (event: ServiceEvent): Promise<void> => {
    switch (happened(event, place)) {
      case 'text':
        if (event.type !== 'template.saved' || !(await editor.actions.knows(event.data.etag))) await text();
        return;
      case 'editing':
        if (event.type !== 'editing.saved' || !(await record.knows(event.data.etag))) await editing();
        return;
      case 'project-gone':
        return await editor.actions.meet({ kind: 'deleted', what: 'project' });
      case null:
        return;
    }
  };
  const stops = [
    api.events.subscribe((event) => void hear(event)),
    api.events.onGap(() => {
      void text();
      void editing();
    }),
  ];
  return () => {
    ended = true;
    for (const stop of stops) stop();
  };
}

/** What an event says of an open template; null for what concerns others. */
function happened(event: ServiceEvent, { project, name }: Place): 'text' | 'editing' | 'project-gone' | null {
  if (event.project !== project) return null;
  switch (event.type) {
    case 'project.deleted':
      return 'project-gone';
    case 'template.saved':
    case 'template.deleted':
      return nameKey(event.data.name) === nameKey(name) ? 'text' : null;
    case 'editing.saved':
      return nameKey(event.data.name) === nameKey(name) ? 'editing' : null;
    default:
      return null;
  }
}

/** One run at a time; whatever asks during one shares the next, which sees all that came before it. */
function inTurn(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      running = run();
      return running;
    });
    return next;
  };
}
