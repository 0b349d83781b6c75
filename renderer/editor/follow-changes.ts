import type { Api } from '#renderer/api/api.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';
import { renameSamples } from '#shared/editing/model/editing-record.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { shownAutomatic, shownValues } from './data-sets.ts';
import type { Editor } from './editor.ts';
import type { RecordStore } from './record-store.ts';
import type { RemoteChange } from './saving/saver.ts';
import { deletedItem, readEditingRecord, readTemplateText } from './saving/template-service.ts';
import { selectVariables } from './selectors.ts';

interface TemplateName {
  readonly project: string;
  readonly name: string;
}

interface Open {
  readonly editor: Pick<Editor, 'saving'>;
  readonly record: Pick<RecordStore, 'meet' | 'knows' | 'savedEtag'>;
}

/**
 * Applies changes of the open template by another window or an HTTP client. After a gap in the events, it reads the
 * template again. Returns a function that stops this.
 */
export function followTemplate(api: Api, named: TemplateName, { editor, record }: Open): () => void {
  let ended = false;
  const text = inTurn(async () => {
    let isMet = false;
    while (!ended && !isMet) {
      const since = editor.saving.savedEtag();
      const found = await readElsewhere(api, named);
      // If the template cannot be read now, the next save or the next gap detects the change.
      isMet = found === null || (await editor.saving.meet({ ...found, since }));
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
        if (event.type !== 'template.saved' || !(await editor.saving.knows(event.data.etag))) await text();
        return;
      case 'editing':
        if (event.type !== 'editing.saved' || !(await record.knows(event.data.etag))) await editing();
        return;
      case 'project-gone':
        await editor.saving.meet({ kind: 'deleted', what: 'project' });
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

/** Reads the current version from the service; null if that fails. */
async function readElsewhere(api: Api, named: TemplateName): Promise<RemoteChange | null> {
  try {
    return { kind: 'saved', version: await readTemplateText(api, named) };
  } catch (error) {
    const what = deletedItem(error);
    return what === null ? null : { kind: 'deleted', what };
  }
}

/** Returns the change of the template that an event reports; null for an event of another template. */
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

/**
 * Returns a function that runs `run`, with one run at a time. All calls during a run share the next run, which includes
 * earlier changes.
 */
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

/** A variable with a new name. */
export interface RenamedVariable {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the variable that was renamed between two versions of a template, whether by a command, in the XML, or by
 * undo. In that case, one name has disappeared, another one has appeared, and both have the same uses. Null otherwise.
 */
function renamedVariable(before: readonly Variable[], now: readonly Variable[]): RenamedVariable | null {
  if (before === now) return null;
  const [gone, ...goneToo] = missingFrom(before, now);
  const [fresh, ...freshToo] = missingFrom(now, before);
  if (gone === undefined || fresh === undefined || goneToo.length > 0 || freshToo.length > 0) return null;
  return placesOf(gone) === placesOf(fresh) ? { from: gone.name, to: fresh.name } : null;
}

function missingFrom(some: readonly Variable[], others: readonly Variable[]): readonly Variable[] {
  const names = new Set(others.map(({ name }) => name));
  return some.filter(({ name }) => !names.has(name));
}

function placesOf({ uses, declaration }: Variable): string {
  return [declaration?.node ?? '', ...uses.map((use) => placeKey(findingAt(use)))].join('\n');
}

/**
 * Synchronizes the template and its data sets. The editor shows the values of the chosen set, and sample values follow
 * a renamed variable, also through undo. Returns a function that stops this.
 */
export function followRecord({ document, record, view }: Editor): () => void {
  const show = (): void => {
    const { previewedCase: shown } = view.state;
    const set = shownValues(record.current, selectVariables(document.state));
    const values = shown === null ? set : { ...set, [shown.variable]: shown.value };
    if (!isEqual(values, document.state.given)) document.setValues(values);
  };
  let variables = selectVariables(document.state);
  show();
  const stops = [
    record.subscribe((now, before) => {
      if (now.record === before.record) return;
      // Choosing another data set ends the preview of a case.
      const isOther = now.record.chosen !== before.record.chosen;
      if (isOther || shownAutomatic(now.record) !== shownAutomatic(before.record)) view.set({ previewedCase: null });
      show();
    }),
    view.subscribe((now, before) => {
      if (now.previewedCase !== before.previewedCase) show();
    }),
    document.subscribe((now, before) => {
      // Gestures are ignored, because they can still be canceled.
      if (now.source === before.source) return;
      const next = selectVariables(now);
      const renamed = renamedVariable(variables, next);
      variables = next;
      if (renamed !== null) record.update((current) => renameSamples(current, renamed.from, renamed.to));
      show();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
