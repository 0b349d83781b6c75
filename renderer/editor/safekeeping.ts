import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { Clock } from './saving/clock.ts';
import { createJournalWriter, type Journal, type JournalSession, type RecoveryRecord } from './saving/recovery.ts';
import {
  type ConflictChoice,
  type ConflictCopy,
  createSaver,
  type RemoteChange,
  type SaveDocument,
  type Saver,
  type SaveState,
} from './saving/saver.ts';

export interface SafekeepingOptions {
  readonly project: string;
  readonly template: string;
  /** The text as saved. */
  readonly text: string;
  /** The etag of the saved version; null for a template that is not saved yet. */
  readonly etag: string | null;
  readonly save: SaveDocument;
  /** Saves a text as a new template of the project. */
  readonly saveCopy: (name: string, text: string) => Promise<Result<null, Message>>;
  /** Returns the template that takes the work of this window during a conflict. Numbers start at 1. */
  readonly copyPlace: (number: number) => CopyPlace;
  readonly journal: Journal;
  /** The session of this opening. It ends when the template is closed. */
  readonly session: JournalSession;
}

export interface CopyPlace {
  readonly name: string;
  readonly save: SaveDocument;
  /** Deletes the copy unless another window changed it since the version `etag`. */
  readonly remove: (etag: string) => Promise<void>;
}

/** The part of the state that this module updates. */
export interface SafekeepingView {
  readonly saving: SaveState;
  /** The copy during a conflict; null otherwise. */
  readonly conflictCopy: ConflictCopy | null;
  /** The name of an obsolete copy that could not be deleted. */
  readonly copyLeft: string | null;
  readonly journalFault: string | null;
  readonly recovered: readonly RecoveryRecord[];
}

interface Surroundings {
  readonly clock: Clock;
  readonly show: (change: Partial<SafekeepingView>) => void;
  /** Returns the current text. */
  readonly text: () => string;
  /** Takes another text as a step with this label. */
  readonly takeText: (text: string, label: Message) => void;
}

/** Stores the text of an open template in the service, and in the journal until the service has it. */
export function createSafekeeping(options: SafekeepingOptions, { clock, show, text, takeText }: Surroundings) {
  const { project, template, journal, session } = options;
  let recovered: readonly RecoveryRecord[] = [];
  /** Keys of restored records. They are deleted after the next save. */
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
    save: options.save,
    clock,
    text: options.text,
    etag: options.etag,
    onState: (saving) => {
      show({ saving });
      if (saving.kind === 'conflict') copyBegins();
      if (saving.kind === 'saved') void copyEnds();
    },
    onSaved: (saved) => {
      if (saved !== text()) return;
      writer.settled();
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
  /** Deletes the copy, because the original has the current text. */
  const copyEnds = async (): Promise<void> => {
    const ended = copy;
    copy = null;
    if (ended === null) return;
    show({ conflictCopy: null });
    const left = await ended.remove();
    if (left !== null) show({ copyLeft: left });
  };
  /** Leaves the copy in the project. Returns an error if the copy lacks some of the work. */
  const keepCopy = async (copySaver: CopySaver): Promise<Result<null, Message>> => {
    let state = await copySaver.saveNow();
    // The text was edited during the save.
    if (state.kind === 'dirty') state = await copySaver.saveNow();
    if (state.kind === 'deleted') return err(message('conflict/project-deleted'));
    if (state.kind === 'failed' || state.kind === 'held') return err(message('source/told', { words: state.reason }));
    if (state.kind !== 'saved') return err(message('conflict/template-exists', { name: copySaver.name() ?? '' }));
    copy = null;
    copySaver.stop();
    show({ conflictCopy: null });
    return ok(null);
  };

  /** A record that cannot be deleted now is offered again, which is harmless. */
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
      const isThere = copy !== null && copy.name() === choice.name;
      const copied = copy !== null && isThere ? await keepCopy(copy) : await options.saveCopy(choice.name, text());
      if (!copied.ok || theirs === null) return copied;
    }
    if (theirs === null) return err(message('conflict/other-version-gone'));
    saver.rebase(theirs);
    takeText(theirs.text, message('step/take-other-version'));
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
    knows: saver.knows,
    meet: async (elsewhere: RemoteChange): Promise<boolean> => {
      const isMet = await saver.meet(elsewhere, (theirs) => {
        takeText(theirs, message('step/take-change-from-elsewhere'));
        writer.settled();
      });
      // The service no longer has the text, so it goes into the journal.
      if (saver.state().kind === 'deleted') writer.changed(text(), saver.etag());
      return isMet;
    },
    /** Stores a changed text. */
    changed: (): void => {
      saver.changed(text());
      copy?.changed(text());
      if (saver.state().kind === 'saved') writer.settled();
      else writer.changed(text(), saver.etag());
    },
    findRecovered: async (): Promise<void> => {
      const records = await journal.list(project, template);
      showRecovered(records.filter((each) => each.key !== session.name && each.text !== options.text));
      // A record that equals the saved text is obsolete.
      for (const each of records) if (each.text === options.text) forget(each.key);
    },
    restoreRecovered: (key: string): void => {
      const found = recovered.find((each) => each.key === key);
      if (found === undefined) return;
      restored.add(key);
      showRecovered(recovered.filter((each) => each !== found));
      takeText(found.text, message('step/restore-unsaved-work'));
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

interface CopySaver extends Pick<Saver, 'changed' | 'saveNow' | 'retry' | 'flush' | 'stop'> {
  /** The name of the copy; null until the first save. */
  readonly name: () => string | null;
  /** Deletes the copy. Returns its name if it remains. */
  readonly remove: () => Promise<string | null>;
}

/** The number of names to try before a save of the copy fails. */
const MOST_NAMES = 100;

/** Saves a text immediately, and each change of it, into a template with an unused name. */
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
      const isTaken = outcome.kind === 'conflict' && number < MOST_NAMES;
      const isDeleted = outcome.kind === 'deleted' && outcome.what === 'template' && etag !== null;
      if (!isTaken && !isDeleted) return outcome;
      // The name is taken, or another window changed the copy. Both templates stay, and the work goes into the next
      // copy.
      if (isTaken) {
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
      const { place: there, etag } = saved;
      // Offline, or changed by another window: the copy stays in the project, and nothing is lost.
      return there.remove(etag).then(
        () => null,
        () => there.name,
      );
    },
  };
}
