import { err, ok, type Result } from '../../shared/lib/result.ts';
import { type Statement, statement } from '../../shared/statements/statement.ts';
import type { ConflictChoice } from './editor-state.ts';
import type { Clock } from './saving/clock.ts';
import { createJournalWriter, type Journal, type JournalSession, type RecoveryRecord } from './saving/recovery.ts';
import { createSaver, type Elsewhere, type SaveDocument, type SaveState } from './saving/saving.ts';

export interface SafekeepingOptions {
  readonly project: string;
  readonly template: string;
  /** As it is saved. */
  readonly text: string;
  /** Of what is saved; null for a template that is not saved yet. */
  readonly etag: string | null;
  readonly save: SaveDocument;
  /** Saves a text as a new template of the project. */
  readonly saveCopy: (name: string, text: string) => Promise<Result<null, Statement>>;
  readonly journal: Journal;
  /** Of this opening alone; ended when the template is closed. */
  readonly session: JournalSession;
}

/** What is told to those who show it. */
export interface SafekeepingView {
  readonly saving: SaveState;
  readonly journalFault: string | null;
  readonly recovered: readonly RecoveryRecord[];
}

interface Surroundings {
  readonly clock: Clock;
  readonly show: (change: Partial<SafekeepingView>) => void;
  /** What is to be kept at the moment. */
  readonly text: () => string;
  /** Takes another text up, as a step of that name. */
  readonly takeText: (text: string, label: Statement) => void;
}

/** Keeps the text of an open template safe: in the service, and until it is there in the journal. */
export function createSafekeeping(options: SafekeepingOptions, { clock, show, text, takeText }: Surroundings) {
  const { project, template, journal, session } = options;
  let recovered: readonly RecoveryRecord[] = [];
  /** Records that were taken up, and go when what became of them is saved. */
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
    onState: (saving) => show({ saving }),
    onSaved: (saved) => {
      if (saved !== text()) return;
      writer.settled();
      for (const key of restored) forget(key);
      restored.clear();
    },
  });

  /** What cannot be removed now is offered once more, which does no harm. */
  const forget = (key: string): void => {
    journal.remove(key).catch((error: unknown) => show({ journalFault: String(error) }));
  };

  const showRecovered = (records: readonly RecoveryRecord[]): void => {
    recovered = records;
    show({ recovered });
  };

  const resolveConflict = async (choice: ConflictChoice): Promise<Result<null, Statement>> => {
    const saving = saver.state();
    if (saving.kind !== 'conflict' && saving.kind !== 'deleted') return err(statement('conflict/settled'));
    const theirs = saving.kind === 'conflict' ? saving.theirs : null;
    if (choice.kind === 'overwrite') {
      saver.rebase(theirs);
      await saver.saveNow();
      return ok(null);
    }
    if (choice.kind === 'copy') {
      const copied = await options.saveCopy(choice.name, text());
      if (!copied.ok || theirs === null) return copied;
    }
    if (theirs === null) return err(statement('conflict/other-version-gone'));
    saver.rebase(theirs);
    takeText(theirs.text, statement('step/take-other-version'));
    return ok(null);
  };

  return {
    state: saver.state,
    savedEtag: saver.etag,
    saveNow: saver.saveNow,
    retry: saver.retry,
    resolveConflict,
    knows: saver.knows,
    meet: async (elsewhere: Elsewhere): Promise<boolean> => {
      const isMet = await saver.meet(elsewhere, (theirs) => {
        takeText(theirs, statement('step/take-change-from-elsewhere'));
        writer.settled();
      });
      // Nobody else has it any more.
      if (saver.state().kind === 'deleted') writer.changed(text(), saver.etag());
      return isMet;
    },
    /** The text is another one. */
    changed: (): void => {
      saver.changed(text());
      if (saver.state().kind === 'saved') writer.settled();
      else writer.changed(text(), saver.etag());
    },
    findRecovered: async (): Promise<void> => {
      const records = await journal.list(project, template);
      showRecovered(records.filter((each) => each.key !== session.name && each.text !== options.text));
      // What is saved word for word is not lost.
      for (const each of records) if (each.text === options.text) forget(each.key);
    },
    restoreRecovered: (key: string): void => {
      const found = recovered.find((each) => each.key === key);
      if (found === undefined) return;
      restored.add(key);
      showRecovered(recovered.filter((each) => each !== found));
      takeText(found.text, statement('step/restore-unsaved-work'));
    },
    discardRecovered: async (key: string): Promise<void> => {
      await journal.remove(key);
      showRecovered(recovered.filter((each) => each.key !== key));
    },
    flush: (): void => {
      void writer.flush();
      saver.flush();
    },
    close: async (): Promise<void> => {
      await saver.saveNow();
      saver.stop();
      await writer.flush();
      await session.end();
    },
  };
}
