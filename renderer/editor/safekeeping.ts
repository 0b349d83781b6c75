import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { mergeTemplates } from '#shared/template-xml/edit/merge-templates.ts';
import type { EditorState } from './editor-state.ts';
import { findingsOf } from './read-template.ts';
import type { Clock } from './saving/clock.ts';
import { createJournalWriter, type Journal, type JournalSession, type RecoveryRecord } from './saving/recovery.ts';
import {
  type ConflictChoice,
  type ConflictCopy,
  createSaver,
  type RemoteChange,
  type RevisionOrigin,
  type SaveDocument,
  type Saver,
  type SaveState,
} from './saving/saver.ts';

export interface SafekeepingOptions {
  readonly project: string;
  readonly template: string;
  /** The saved text. */
  readonly text: string;
  /** The etag of the saved version; null if the template is not saved yet. */
  readonly etag: string | null;
  readonly save: SaveDocument;
  /** Saves a text as a new template of the project. */
  readonly saveCopy: (name: string, text: string) => Promise<Result<null, Message>>;
  /**
   * Returns a place to save the work of this window during a conflict. Each number, starting at 1, is another template
   * name.
   */
  readonly copyPlace: (number: number) => CopyPlace;
  readonly journal: Journal;
  /** The journal session of this opening of the template. It ends when the template is closed. */
  readonly session: JournalSession;
}

export interface CopyPlace {
  readonly name: string;
  readonly save: SaveDocument;
  /** Deletes the copy if its etag is still `etag`. */
  readonly remove: (etag: string) => Promise<void>;
}

/** The part of the editor's state that this module writes. */
type RecoveryState = Pick<EditorState, 'saving' | 'conflictCopy' | 'undeletedCopy' | 'journalFault' | 'recovered'>;

interface SafekeepingDependencies {
  readonly clock: Clock;
  readonly show: (change: Partial<RecoveryState>) => void;
  /** Returns the current text. */
  readonly text: () => string;
  /** Applies a text as a step with this label. `isRemote` is true if another window or a program made the change. */
  readonly takeText: (text: string, label: Message, isRemote: boolean) => void;
  /** Returns the label of the change since the last call; undefined if nothing changed. */
  readonly changeLabel: () => Message | undefined;
}

/** Saves the text of an open template in the service. The journal contains the text until the service has stored it. */
export function createSafekeeping(
  options: SafekeepingOptions,
  { clock, show, text, takeText, changeLabel }: SafekeepingDependencies,
) {
  const { project, template, journal, session } = options;
  let recovered: readonly RecoveryRecord[] = [];
  /** The keys of restored records. The next save deletes these records. */
  const restored = new Set<string>();

  const writer = createJournalWriter({
    journal,
    clock,
    key: session.name,
    project,
    template,
    onFault: (journalFault) => show({ journalFault }),
  });
  const saver = createSaver({
    save: (request) => options.save({ ...request, label: changeLabel() }),
    clock,
    text: options.text,
    etag: options.etag,
    merge: (versions) => mergeTemplates(versions, findingsOf),
    takeMerged: (merged) => takeText(merged, message('step/take-change-from-elsewhere'), true),
    onState: (saving) => {
      show({ saving });
      if (saving.kind === 'conflict') copyBegins();
      if (saving.kind === 'saved') void copyEnds();
    },
    onSaved: (saved) => {
      if (saved !== text()) return;
      writer.saved();
      for (const key of restored) forget(key);
      restored.clear();
    },
  });

  let copy: CopySaver | null = null;
  const copyBegins = (): void => {
    if (copy !== null) return;
    copy = createCopySaver(options.copyPlace, {
      clock,
      text: text(),
      onState: (conflictCopy) => show({ conflictCopy }),
    });
  };
  /** Deletes the conflict copy, because the original now contains the same text. */
  const copyEnds = async (): Promise<void> => {
    const endedCopy = copy;
    copy = null;
    if (endedCopy === null) return;
    show({ conflictCopy: null });
    const undeletedName = await endedCopy.remove();
    if (undeletedName !== null) show({ undeletedCopy: undeletedName });
  };
  /**
   * Detaches the conflict copy, which stays in the project. Returns an error if the latest text could not be saved to
   * it.
   */
  const keepCopy = async (copySaver: CopySaver): Promise<Result<null, Message>> => {
    let state = await copySaver.saveNow();
    // Save again: the text was edited during the save.
    if (state.kind === 'dirty') state = await copySaver.saveNow();
    if (state.kind === 'deleted') return err(message('conflict/project-deleted'));
    if (state.kind === 'failed' || state.kind === 'held') return err(message('source/told', { words: state.reason }));
    if (state.kind !== 'saved') return err(message('conflict/template-exists', { name: copySaver.name() ?? '' }));
    copy = null;
    copySaver.stop();
    show({ conflictCopy: null });
    return ok(null);
  };

  /** Deletes a journal record. If the deletion fails, the record is offered for recovery again, which is harmless. */
  const forget = (key: string): void => {
    journal.remove(key).catch((error: unknown) => show({ journalFault: String(error) }));
  };

  const showRecovered = (records: readonly RecoveryRecord[]): void => {
    recovered = records;
    show({ recovered });
  };

  const resolveConflict = async (choice: ConflictChoice): Promise<Result<null, Message>> => {
    const saving = saver.state();
    if (saving.kind !== 'conflict' && saving.kind !== 'deleted') return err(message('conflict/settled'));
    const theirs = saving.kind === 'conflict' ? saving.theirs : null;
    if (choice.kind === 'overwrite') {
      saver.rebase(theirs);
      await saver.saveNow();
      return ok(null);
    }
    if (choice.kind === 'copy') {
      const isCopyOpen = copy !== null && copy.name() === choice.name;
      const copied = copy !== null && isCopyOpen ? await keepCopy(copy) : await options.saveCopy(choice.name, text());
      if (!copied.ok || theirs === null) return copied;
    }
    if (theirs === null) return err(message('conflict/other-version-gone'));
    saver.rebase(theirs);
    takeText(theirs.text, message('step/take-other-version'), false);
    return ok(null);
  };

  return {
    state: saver.state,
    savedEtag: saver.etag,
    saveNow: async (): Promise<SaveState> => {
      const [state] = await Promise.all([saver.saveNow(), copy?.saveNow()]);
      return state;
    },
    retry: (): void => {
      saver.retry();
      copy?.retry();
    },
    resolveConflict,
    isKnownVersion: saver.isKnownVersion,
    handleRemoteChange: async (elsewhere: RemoteChange): Promise<boolean> => {
      const origin = elsewhere.kind === 'saved' ? elsewhere.origin : undefined;
      const label = labelOfChange(origin);
      // Undo reverts a change of an assistant, and leaves a change of another person in place.
      const isRemote = origin?.author?.kind !== 'agent';
      const isHandled = await saver.handleRemoteChange(elsewhere, (taken) => {
        takeText(taken, label, isRemote);
        if (saver.state().kind === 'saved') writer.saved();
      });
      // The service no longer has a deleted template, so write its text to the journal.
      if (saver.state().kind === 'deleted') writer.changed(text(), saver.etag());
      return isHandled;
    },
    changed: (): void => {
      saver.changed(text());
      copy?.changed(text());
      if (saver.state().kind === 'saved') writer.saved();
      else writer.changed(text(), saver.etag());
    },
    findRecovered: async (): Promise<void> => {
      const records = await journal.list(project, template);
      showRecovered(records.filter((record) => record.key !== session.name && record.text !== options.text));
      // Delete records whose text equals the saved text.
      for (const each of records) if (each.text === options.text) forget(each.key);
    },
    restoreRecovered: (key: string): void => {
      const entry = recovered.find((each) => each.key === key);
      if (entry === undefined) return;
      restored.add(key);
      showRecovered(recovered.filter((each) => each !== entry));
      takeText(entry.text, message('step/restore-unsaved-work'), false);
    },
    discardRecovered: async (key: string): Promise<void> => {
      await journal.remove(key);
      showRecovered(recovered.filter((each) => each.key !== key));
    },
    flush: (): void => {
      void writer.flush();
      saver.flush();
      copy?.flush();
    },
    close: async (): Promise<void> => {
      await Promise.all([saver.saveNow(), copy?.saveNow()]);
      saver.stop();
      copy?.stop();
      await writer.flush();
      await session.end();
    },
  };
}

/** Returns the name of the step that applies a change of another window, a program, or an agent. */
function labelOfChange(origin: RevisionOrigin | undefined): Message {
  const author = origin?.author;
  if (author == null || author.kind === 'person' || author.name === '')
    return message('step/take-change-from-elsewhere');
  return message('step/take-change-of', { author: author.name, label: origin?.label ?? null });
}

interface CopySaver extends Pick<Saver, 'changed' | 'saveNow' | 'retry' | 'flush' | 'stop'> {
  /** The name of the copy; null until it is saved. */
  readonly name: () => string | null;
  /** Deletes the copy. Returns its name if it could not be deleted, and null otherwise. */
  readonly remove: () => Promise<string | null>;
}

/** The maximum number of names to try before saving the copy fails. */
const MAX_NAMES = 100;

/**
 * Creates a saver that writes a text and its later changes to a copy with an unused name. The first save starts
 * immediately.
 */
function createCopySaver(
  copyPlace: SafekeepingOptions['copyPlace'],
  {
    clock,
    text,
    onState,
  }: { readonly clock: Clock; readonly text: string; readonly onState: (copy: ConflictCopy) => void },
): CopySaver {
  let number = 1;
  let place = copyPlace(number);
  let saved: { readonly place: CopyPlace; readonly etag: string } | null = null;
  let running: Promise<unknown> = Promise.resolve();

  const send: SaveDocument = async (request) => {
    let { etag } = request;
    for (;;) {
      const outcome = await place.save({ ...request, etag });
      if (outcome.kind === 'saved') saved = { place, etag: outcome.etag };
      const isNameTaken = outcome.kind === 'conflict' && number < MAX_NAMES;
      const isDeleted = outcome.kind === 'deleted' && outcome.what === 'template' && etag !== null;
      if (!isNameTaken && !isDeleted) return outcome;
      // If the name is taken or another window has changed the copy, try the next name. The existing template stays.
      if (isNameTaken) {
        number += 1;
        place = copyPlace(number);
      }
      etag = null;
    }
  };
  const saver = createSaver({
    save: (request) => {
      const sending = send(request);
      running = sending.catch(() => undefined);
      return sending;
    },
    clock,
    text,
    etag: null,
    onState: (saving) => onState({ name: saved?.place.name ?? null, saving }),
    onSaved: () => undefined,
  });
  void saver.saveNow();
  return {
    ...saver,
    name: () => saved?.place.name ?? null,
    remove: async () => {
      saver.stop();
      await running;
      if (saved === null) return null;
      const { place: savedPlace, etag } = saved;
      // If the service is unreachable or another window has changed the copy, the copy stays in the project.
      return savedPlace.remove(etag).then(
        () => null,
        () => savedPlace.name,
      );
    },
  };
}
