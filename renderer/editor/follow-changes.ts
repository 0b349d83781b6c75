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
import type { OtherVersion, RemoteChange } from './saving/saver.ts';
import { deletedItem, readEditingRecord, readTemplateText } from './saving/template-service.ts';
import { selectVariables } from './selectors.ts';

interface TemplateName {
  readonly project: string;
  readonly name: string;
}

interface Open {
  readonly editor: Pick<Editor, 'saving'>;
  readonly record: Pick<RecordStore, 'handleRemoteChange' | 'isKnownVersion' | 'savedEtag'>;
}

/**
 * Applies changes to the open template by other windows or HTTP clients. If events were missed, reads the template
 * again. Returns a function that stops following.
 */
export function followTemplate(api: Api, templateName: TemplateName, { editor, record }: Open): () => void {
  let ended = false;
  const text = serialized(async () => {
    let isHandled = false;
    while (!ended && !isHandled) {
      let since = editor.saving.savedEtag();
      isHandled = true;
      for (const remoteChange of await readRemoteChanges(api, templateName, since)) {
        isHandled = !ended && (await editor.saving.handleRemoteChange({ ...remoteChange, since }));
        if (!isHandled) break;
        if (remoteChange.kind === 'saved') since = remoteChange.version.etag;
      }
    }
  });
  const editing = serialized(async () => {
    let isHandled = false;
    while (!ended && !isHandled) {
      const etagBefore = record.savedEtag();
      const theirs = await readEditingRecord(api, templateName.project, templateName.name).catch(() => null);
      isHandled = theirs === null || (await record.handleRemoteChange(theirs, etagBefore));
    }
  });
  const handleEvent = async (event: ServiceEvent): Promise<void> => {
    switch (changeKindOf(event, templateName)) {
      case 'text':
        if (event.type !== 'template.saved' || !(await editor.saving.isKnownVersion(event.data.etag))) await text();
        return;
      case 'editing':
        if (event.type !== 'editing.saved' || !(await record.isKnownVersion(event.data.etag))) await editing();
        return;
      case 'project-gone':
        await editor.saving.handleRemoteChange({ kind: 'deleted', what: 'project' });
        return;
      case null:
        return;
    }
  };
  const stops = [
    api.events.subscribe((event) => void handleEvent(event)),
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

/** The maximum number of revisions that become separate steps. A longer series of revisions is one step. */
const MAX_STEPS = 20;

/**
 * Reads the changes since the version with this etag from the service, oldest first. Empty after a failure: the next
 * save or the next gap in the events then detects the change.
 */
async function readRemoteChanges(
  api: Api,
  templateName: TemplateName,
  since: string | null,
): Promise<readonly RemoteChange[]> {
  try {
    const parameters = { region: await api.region(), ...templateName };
    const { revisions } = await api.client.call('listRevisions', { parameters });
    const known = revisions.findIndex(({ etag }) => etag === since);
    const [newest, ...earlier] = known > MAX_STEPS ? [] : revisions.slice(0, Math.max(known, 0));
    const changes: RemoteChange[] = [];
    for (const { revision, author, label } of earlier.toReversed()) {
      const version = await readRevision(api, { ...templateName, revision });
      if (version !== null) changes.push({ kind: 'saved', version, origin: { author, label } });
    }
    const version = await readTemplateText(api, templateName);
    const isListed = newest?.etag === version.etag;
    const origin = isListed ? { author: newest.author, label: newest.label } : undefined;
    return [...changes, { kind: 'saved', version, origin }];
  } catch (error) {
    const deleted = deletedItem(error);
    return deleted === null ? [] : [{ kind: 'deleted', what: deleted }];
  }
}

/**
 * Reads a revision; null if it no longer exists. A revision with XML errors can disappear: the service replaces it if
 * the next revision follows soon.
 */
async function readRevision(
  api: Api,
  revision: TemplateName & { readonly revision: number },
): Promise<OtherVersion | null> {
  try {
    return await readTemplateText(api, revision);
  } catch (error) {
    if (deletedItem(error) === 'template') return null;
    throw error;
  }
}

/** Returns the kind of change that an event reports for the template; null if the event does not concern it. */
function changeKindOf(
  event: ServiceEvent,
  { project, name }: TemplateName,
): 'text' | 'editing' | 'project-gone' | null {
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
 * Returns a function that serializes `run`. All calls during a run share the next run, which includes all earlier
 * changes.
 */
function serialized(run: () => Promise<void>): () => Promise<void> {
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
 * Returns the variable that a command, an XML edit, or undo renamed between two versions of a template. A rename means
 * that exactly one name disappeared, one appeared, and both have the same uses. Null if there is none.
 */
function renamedVariable(before: readonly Variable[], after: readonly Variable[]): RenamedVariable | null {
  if (before === after) return null;
  const [removedVariable, ...otherRemoved] = missingFrom(before, after);
  const [addedVariable, ...otherAdded] = missingFrom(after, before);
  if (removedVariable === undefined || addedVariable === undefined || otherRemoved.length > 0 || otherAdded.length > 0)
    return null;
  return placesOf(removedVariable) === placesOf(addedVariable)
    ? { from: removedVariable.name, to: addedVariable.name }
    : null;
}

function missingFrom(some: readonly Variable[], others: readonly Variable[]): readonly Variable[] {
  const names = new Set(others.map(({ name }) => name));
  return some.filter(({ name }) => !names.has(name));
}

function placesOf({ uses, declaration }: Variable): string {
  return [declaration?.node ?? '', ...uses.map((use) => placeKey(findingAt(use)))].join('\n');
}

/**
 * Synchronizes the template and its data sets. The editor shows the values of the chosen set. When a variable is
 * renamed, also by undo or redo, its sample values are renamed. Returns a function that stops the synchronization.
 */
export function followRecord({ document, record, view }: Editor): () => void {
  const showValues = (): void => {
    const { previewedCase } = view.state;
    const set = shownValues(record.current, selectVariables(document.state));
    const values = previewedCase === null ? set : { ...set, [previewedCase.variable]: previewedCase.value };
    if (!isEqual(values, document.state.given)) document.setValues(values);
  };
  let variables = selectVariables(document.state);
  showValues();
  const stops = [
    record.subscribe((now, before) => {
      if (now.record === before.record) return;
      // Choosing another data set ends the preview of a case.
      const isOther = now.record.chosen !== before.record.chosen;
      if (isOther || shownAutomatic(now.record) !== shownAutomatic(before.record)) view.set({ previewedCase: null });
      showValues();
    }),
    view.subscribe((now, before) => {
      if (now.previewedCase !== before.previewedCase) showValues();
    }),
    document.subscribe((now, before) => {
      // Ignore previews of gestures, because they can still be canceled.
      if (now.source === before.source) return;
      const next = selectVariables(now);
      const renamed = renamedVariable(variables, next);
      variables = next;
      if (renamed !== null) record.update((current) => renameSamples(current, renamed.from, renamed.to));
      showValues();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
