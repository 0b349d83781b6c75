import type { EditingRecordStore } from '#renderer/state/editing-record-store.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Elsewhere } from '#renderer/state/saving/saving.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Api } from '../api.ts';
import { deletedThing, readTemplateText } from './template-text.ts';
import { readEditingRecord } from './use-editing-record.ts';

interface TemplateName {
  readonly project: string;
  readonly name: string;
}

interface Open {
  readonly editor: Pick<EditorStore, 'actions'>;
  readonly record: Pick<EditingRecordStore, 'meet' | 'knows' | 'savedEtag'>;
}

/**
 * Tells an open template what happens to it in the service, whoever does it: another window, or a program over HTTP.
 * After a gap in the events it is looked at, too. Returns what ends it.
 */
export function followTemplate(api: Api, named: TemplateName, { editor, record }: Open): () => void {
  let ended = false;
  const text = inTurn(async () => {
    let isMet = false;
    while (!ended && !isMet) {
      const since = editor.actions.savedEtag();
      const found = await readElsewhere(api, named);
      // If it cannot be read now, the next save or the next reading after the gap finds out.
      isMet = found === null || (await editor.actions.meet({ ...found, since }));
    }
  });
  const editing = inTurn(async () => {
    let isMet = false;
    while (!ended && !isMet) {
      const since = record.savedEtag();
      const theirs = await readEditingRecord(api, named.project, named.name).catch(() => null);
      isMet = theirs === null || (await record.meet(theirs, since));
    }
  });
  const hear = async (event: ServiceEvent): Promise<void> => {
    switch (happened(event, named)) {
      case 'text':
        if (event.type !== 'template.saved' || !(await editor.actions.knows(event.data.etag))) await text();
        return;
      case 'editing':
        if (event.type !== 'editing.saved' || !(await record.knows(event.data.etag))) await editing();
        return;
      case 'project-gone':
        await editor.actions.meet({ kind: 'deleted', what: 'project' });
        return;
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

/** What the service has of it now; null where that cannot be read. */
async function readElsewhere(api: Api, named: TemplateName): Promise<Elsewhere | null> {
  try {
    return { kind: 'saved', version: await readTemplateText(api, named) };
  } catch (error) {
    const what = deletedThing(error);
    return what === null ? null : { kind: 'deleted', what };
  }
}

/** What an event says of an open template; null for what concerns others. */
function happened(event: ServiceEvent, { project, name }: TemplateName): 'text' | 'editing' | 'project-gone' | null {
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
