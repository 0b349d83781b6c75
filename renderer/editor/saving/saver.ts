import { assertNever } from '#shared/lib/assert.ts';
import type { Clock } from './clock.ts';

/** A version that another window saved. */
export interface OtherVersion {
  readonly text: string;
  readonly etag: string;
}

/** The deleted item: the template, or its whole project. */
export type DeletedItem = 'template' | 'project';

/** A change by another window or program. */
export type RemoteChange = (
  | { readonly kind: 'saved'; readonly version: OtherVersion }
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
) & {
  /** The etag that was current here when reading began; absent if the change was reported by an event. */
  readonly since?: string | null;
};

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly etag: string }
  /** Another window saved since; null if its version could not be read. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /** The template or its project was deleted. */
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
  /** The service refuses the text, because it is too large. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A temporary failure, such as a lost connection or a full disk. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Saves one template. Failures are outcomes; an exception counts as `failed`. */
export type SaveDocument = (request: SaveRequest) => Promise<SaveOutcome>;

export interface SaveRequest {
  readonly text: string;
  /** The etag of the version that the text is based on; null for a new template. */
  readonly etag: string | null;
  /** Whether the request must outlive the page. */
  readonly keepalive: boolean;
}

export type SaveState =
  /** `at` is in milliseconds since 1970; null if nothing was saved since the opening. */
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** The text is only in the journal, because the service refused it. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAt: number }
  /** Both versions stay until the user chooses. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /** Deleted elsewhere. The text stays here and is saved again only if the user chooses that. */
  | { readonly kind: 'deleted'; readonly what: DeletedItem };

export interface SaverOptions {
  readonly save: SaveDocument;
  readonly clock: Clock;
  /** The saved text at the start. */
  readonly text: string;
  readonly etag: string | null;
  readonly onState: (state: SaveState) => void;
  /** Called when the service has stored a text. */
  readonly onSaved: (text: string) => void;
}

export interface Saver {
  /** Reports a changed text. */
  readonly changed: (text: string) => void;
  /** Saves now instead of soon. Resolves when the save succeeded or failed. */
  readonly saveNow: () => Promise<SaveState>;
  /** Retries a failed save immediately. */
  readonly retry: () => void;
  /** Sends unsaved text without waiting, because the page goes away. */
  readonly flush: () => void;
  /** Continues from another version, which the next save replaces. Null continues as a new template. */
  readonly rebase: (version: OtherVersion | null) => void;
  /**
   * Handles a change elsewhere after a running save has ended. Without unsaved work, `take` applies the other text.
   * With unsaved work, the text stays and the user chooses. Returns false and does nothing if this window saved since
   * the change was read, because the read version may be older. The caller then reads again.
   */
  readonly meet: (elsewhere: RemoteChange, take: (text: string) => void) => Promise<boolean>;
  /** Whether the etag belongs to the version that was last read or saved. Waits for a running save. */
  readonly knows: (etag: string) => Promise<boolean>;
  readonly state: () => SaveState;
  readonly etag: () => string | null;
  /** Stops saving. */
  readonly stop: () => void;
}

/** Delays in milliseconds after the last edit, and at most after the first. A save begins within 2 s of any edit. */
const PAUSE = 600;
const LONGEST_WAIT = 1_500;
const FIRST_RETRY = 1_000;
/** The longest retry delay in milliseconds, for the case that no event reports the service as back. */
const LONGEST_RETRY = 5_000;
/**
 * The maximum body size in bytes of a request that outlives the page; browsers refuse larger ones. The journal stores
 * larger texts.
 */
const LONGEST_KEEPALIVE = 60_000;

/** Saves a text whenever it changes: soon, in order, one request at a time, and with retries. */
export function createSaver(options: SaverOptions): Saver {
  const { save, clock } = options;
  let text = options.text;
  /** The saved text; null if nothing is saved. */
  let savedText: string | null = options.etag === null ? null : options.text;
  let etag = options.etag;
  let state: SaveState = { kind: 'saved', at: null };
  let dirtySince: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<SaveState> | null = null;
  let failures = 0;
  /** Texts of failed attempts. The service may have stored one of them without answering. */
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

  /** Whether the service has the current text. An attempt without an answer may have saved an older text. */
  const isSafe = (): boolean => text === savedText && unanswered.size === 0;

  /** Nothing is saved until the user chooses. */
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
    return applyOutcome(sent, outcome);
  };

  const applyOutcome = (sent: string, outcome: SaveOutcome): SaveState => {
    switch (outcome.kind) {
      case 'saved':
        etag = outcome.etag;
        savedText = sent;
        failures = 0;
        unanswered.clear();
        options.onSaved(sent);
        return text === sent ? show({ kind: 'saved', at: clock.now() }) : continueWith();
      case 'conflict':
        return applyConflict(sent, outcome.theirs);
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

  /** Another version with the sent text is our own attempt whose answer was lost. It is not a conflict. */
  const applyConflict = (sent: string, theirs: OtherVersion | null): SaveState => {
    if (theirs?.text === sent) return applyOutcome(sent, { kind: 'saved', etag: theirs.etag });
    if (theirs === null || !unanswered.has(theirs.text)) return show({ kind: 'conflict', theirs });
    etag = theirs.etag;
    savedText = theirs.text;
    failures = 0;
    unanswered.clear();
    return continueWith();
  };

  /** Continues after a save during which the text may have changed. */
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

/** The user's choice in a conflict of two versions. */
export type ConflictChoice =
  /** My version replaces the other one. A deleted template is saved again. */
  | { readonly kind: 'overwrite' }
  /** The other version replaces mine as an undo step. */
  | { readonly kind: 'theirs' }
  /** My version becomes a template with another name, and the other version stays here. */
  | { readonly kind: 'copy'; readonly name: string };

/** The copy with the work of this window during a conflict. */
export interface ConflictCopy {
  /** The name of the copy; null until the first save. */
  readonly name: string | null;
  readonly saving: SaveState;
}
