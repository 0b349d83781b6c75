import { assertNever } from '#shared/lib/assert.ts';
import type { Clock } from './clock.ts';

/** Another window's version of the template. */
export interface OtherVersion {
  readonly text: string;
  readonly etag: string;
}

/** What is not there any more: the template alone, or all of its project. */
export type DeletedItem = 'template' | 'project';

/** What became of the template without us: by another window, or by a program. */
export type Elsewhere = (
  | { readonly kind: 'saved'; readonly version: OtherVersion }
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
) & {
  /** What was saved here, by its tag, when reading that began; absent where it was told rather than read. */
  readonly since?: string | null;
};

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly etag: string }
  /** Somebody else saved since; null where theirs could not be read. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /** There is nothing to save it over any more. */
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
  /** The service does not take the text as it is: it is too large. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Anything that may be over soon: no connection, no space. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Saves one template. What goes wrong is an outcome; an exception counts as `failed`. */
export type SaveDocument = (request: SaveRequest) => Promise<SaveOutcome>;

export interface SaveRequest {
  readonly text: string;
  /** Of the version that the text is an edited form of; null: there is none yet. */
  readonly etag: string | null;
  /** The page is going away: the request must outlive it. */
  readonly keepalive: boolean;
}

export type SaveState =
  /** `at` in milliseconds since 1970; null when nothing was saved since it was opened. */
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** Kept in the journal only: the service refused the text. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAt: number }
  /** Both versions are kept until somebody chooses. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /** Deleted elsewhere; what is here is kept, and saved again only when somebody says so. */
  | { readonly kind: 'deleted'; readonly what: DeletedItem };

export interface SaverOptions {
  readonly save: SaveDocument;
  readonly clock: Clock;
  /** What is saved when it begins. */
  readonly text: string;
  readonly etag: string | null;
  readonly onState: (state: SaveState) => void;
  /** A text is safe in the service. */
  readonly onSaved: (text: string) => void;
}

export interface Saver {
  /** The text is another one now. */
  readonly changed: (text: string) => void;
  /** Now, instead of soon; resolves when it is done or has failed. */
  readonly saveNow: () => Promise<SaveState>;
  /** What failed may go well by now: it is tried at once. */
  readonly retry: () => void;
  /** The page goes away: sends what is unsaved and waits for nothing. */
  readonly flush: () => void;
  /** Goes on from another version, which the next save replaces; null: from none, as if the template were new. */
  readonly rebase: (version: OtherVersion | null) => void;
  /**
   * Hears what happened elsewhere, once a save that is under way has ended. Where nothing is unsaved here, `take` is to
   * take the other text up; else the text stays, and somebody has to choose. False, and nothing is done: something was
   * saved here since what is told was read, so that it may be the older one. It has to be read again.
   */
  readonly meet: (elsewhere: Elsewhere, take: (text: string) => void) => Promise<boolean>;
  /** Whether that is the version which was read or saved last; a save that is under way ends first. */
  readonly knows: (etag: string) => Promise<boolean>;
  readonly state: () => SaveState;
  readonly etag: () => string | null;
  /** Saves nothing more. */
  readonly stop: () => void;
}

/** After the last edit, and at the latest after the first: so that a save begins within 2 s of any edit. */
const PAUSE = 600;
const LONGEST_WAIT = 1_500;
const FIRST_RETRY = 1_000;
/** Nobody may have said that the service is back. */
const LONGEST_RETRY = 5_000;
/** Browsers refuse larger bodies of requests that outlive the page; the journal has those. */
const LONGEST_KEEPALIVE = 60_000;

/** Saves a text whenever it changes: soon, in order, one request at a time, and again until it is taken. */
export function createSaver(options: SaverOptions): Saver {
  const { save, clock } = options;
  let text = options.text;
  /** Null: nothing is. */
  let savedText: string | null = options.etag === null ? null : options.text;
  let etag = options.etag;
  let state: SaveState = { kind: 'saved', at: null };
  let dirtySince: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<SaveState> | null = null;
  let failures = 0;
  /** Texts of attempts that failed: the service may have taken one of them and died before it could say so. */
  const unanswered = new Set<string>();
  let stopped = false;

  const show = (next: SaveState): SaveState => {
    state = next;
    if (!stopped) options.onState(next);
    return next;
  };
  const schedule = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => {
      cancelTimer = null;
      void attempt();
    });
  };

  /** What an attempt without an answer has saved, if it has, may be something else than what is to be kept by now. */
  const isSafe = (): boolean => text === savedText && unanswered.size === 0;

  /** Nothing is saved before somebody has chosen. */
  const isUndecided = (): boolean => state.kind === 'conflict' || state.kind === 'deleted';

  const changed: Saver['changed'] = (next) => {
    text = next;
    if (stopped || isUndecided()) return;
    if (isSafe() && running === null) {
      cancelTimer?.();
      dirtySince = null;
      show({ kind: 'saved', at: null });
      return;
    }
    const now = clock.now();
    dirtySince ??= now;
    if (state.kind === 'failed') return;
    if (running === null) {
      show({ kind: 'dirty' });
      schedule(Math.max(0, Math.min(PAUSE, dirtySince + LONGEST_WAIT - now)));
    }
  };

  const attempt = (keepalive = false): Promise<SaveState> => {
    cancelTimer?.();
    cancelTimer = null;
    if (running !== null) return running;
    if (stopped || isSafe() || isUndecided()) return Promise.resolve(state);
    running = send(text, keepalive).finally(() => {
      running = null;
    });
    return running;
  };

  const send = async (sent: string, keepalive: boolean): Promise<SaveState> => {
    show({ kind: 'saving' });
    dirtySince = null;
    let outcome: SaveOutcome;
    try {
      outcome = await save({ text: sent, etag, keepalive });
    } catch (error) {
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    return settle(sent, outcome);
  };

  const settle = (sent: string, outcome: SaveOutcome): SaveState => {
    switch (outcome.kind) {
      case 'saved':
        etag = outcome.etag;
        savedText = sent;
        failures = 0;
        unanswered.clear();
        options.onSaved(sent);
        return text === sent ? show({ kind: 'saved', at: clock.now() }) : continueWith();
      case 'conflict':
        return settleConflict(sent, outcome.theirs);
      case 'deleted':
        return show(outcome);
      case 'refused':
        return text === sent ? show({ kind: 'held', reason: outcome.reason }) : continueWith();
      case 'failed': {
        unanswered.add(sent);
        const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures);
        failures += 1;
        if (!stopped) schedule(pause);
        return show({ kind: 'failed', reason: outcome.reason, retryAt: clock.now() + pause });
      }
      default:
        return assertNever(outcome);
    }
  };

  /** Another version that is one's own, of an attempt whose answer was lost, is nothing to decide about. */
  const settleConflict = (sent: string, theirs: OtherVersion | null): SaveState => {
    if (theirs?.text === sent) return settle(sent, { kind: 'saved', etag: theirs.etag });
    if (theirs === null || !unanswered.has(theirs.text)) return show({ kind: 'conflict', theirs });
    etag = theirs.etag;
    savedText = theirs.text;
    failures = 0;
    unanswered.clear();
    return continueWith();
  };

  /** It changed while it was being saved. */
  const continueWith = (): SaveState => {
    if (text === savedText) return show({ kind: 'saved', at: clock.now() });
    dirtySince ??= clock.now();
    if (!stopped) schedule(PAUSE);
    return show({ kind: 'dirty' });
  };

  const meet: Saver['meet'] = async (elsewhere, take) => {
    while (running !== null) await running;
    if (stopped) return true;
    if (elsewhere.since !== undefined && elsewhere.since !== etag) return false;
    if (elsewhere.kind === 'deleted') {
      cancelTimer?.();
      show({ kind: 'deleted', what: elsewhere.what });
      return true;
    }
    const { version } = elsewhere;
    if (version.etag === etag && state.kind !== 'deleted') return true;
    if (isSafe()) {
      ({ etag } = version);
      text = version.text;
      savedText = version.text;
      show({ kind: 'saved', at: null });
      take(version.text);
    } else if (version.text === text || unanswered.has(version.text)) {
      rebase(version);
    } else {
      cancelTimer?.();
      show({ kind: 'conflict', theirs: version });
    }
    return true;
  };

  const rebase: Saver['rebase'] = (version) => {
    etag = version?.etag ?? null;
    savedText = version?.text ?? null;
    failures = 0;
    unanswered.clear();
    cancelTimer?.();
    continueWith();
  };

  return {
    changed,
    meet,
    knows: async (other) => {
      while (running !== null) await running;
      return other === etag && state.kind !== 'deleted';
    },
    saveNow: () => (running === null ? attempt() : running.then(() => attempt())),
    retry: () => {
      failures = 0;
      if (state.kind === 'failed') void attempt();
    },
    flush: () => {
      if (running !== null || new TextEncoder().encode(text).length > LONGEST_KEEPALIVE) return;
      void attempt(true);
    },
    rebase,
    state: () => state,
    etag: () => etag,
    stop: () => {
      stopped = true;
      cancelTimer?.();
    },
  };
}

/** How a person decides a conflict of two versions. */
export type ConflictChoice =
  /** Mine replaces theirs; what was deleted is saved again. */
  | { readonly kind: 'overwrite' }
  /** Theirs replaces mine; a step that can be undone. */
  | { readonly kind: 'theirs' }
  /** Mine stays as a template of another name, and theirs stays here. */
  | { readonly kind: 'copy'; readonly name: string };

/** The copy that holds the work of this window while a conflict is undecided. */
export interface ConflictCopy {
  /** Null until the first save. */
  readonly name: string | null;
  readonly saving: SaveState;
}
