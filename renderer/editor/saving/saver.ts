import type { z } from 'zod';
import type { revisionOrigin } from '#shared/contract/shapes/shapes.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Message } from '#shared/messages/message.ts';
import type { DivergedTexts } from '#shared/template-xml/edit/merge-templates.ts';
import type { Clock } from './clock.ts';

/** The author of a saved change and its description. */
export type RevisionOrigin = z.output<typeof revisionOrigin>;

/** The version that another window has saved. */
export interface OtherVersion {
  readonly text: string;
  readonly etag: string;
}

/** The deleted item: the template, or its whole project. */
export type DeletedItem = 'template' | 'project';

/** A change of the template by another window or program. */
export type RemoteChange = (
  | {
      readonly kind: 'saved';
      readonly version: OtherVersion;
      /** The author and the description of the change; undefined if they are unknown. */
      readonly origin?: RevisionOrigin | undefined;
    }
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
) & {
  /** The local etag at the start of the read; undefined for a change that an event reports. */
  readonly since?: string | null;
};

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly etag: string }
  /** Another window has saved since the read. `theirs` is null if its version could not be read. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /** The template or its project was deleted. */
  | { readonly kind: 'deleted'; readonly what: DeletedItem }
  /** The service rejected the text, because it is too large. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A temporary failure, such as a lost connection or a full disk. */
  | { readonly kind: 'failed'; readonly reason: string };

/** A function that saves a template. It returns failures as outcomes; an exception counts as `failed`. */
export type SaveDocument = (request: SaveRequest) => Promise<SaveOutcome>;

export interface SaveRequest {
  readonly text: string;
  /** The etag of the version on which the text is based; null for a new template. */
  readonly etag: string | null;
  /** Whether the request must outlive the page. */
  readonly keepalive: boolean;
  /** The description of the change for the list of revisions; absent if there is none. */
  readonly label?: Message | undefined;
}

export type SaveState =
  /**
   * The text is saved. `at` is the time of the save in milliseconds since 1970; null if nothing was saved since the
   * opening.
   */
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** The service rejected the text, so only the journal has it. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAt: number }
  /** Another window has saved. Both versions exist until the user chooses. */
  | { readonly kind: 'conflict'; readonly theirs: OtherVersion | null }
  /**
   * The template was deleted elsewhere. The text stays in this window, and is saved again only at the user's request.
   */
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
  /**
   * Merges the changes since `base` of this window and of another window. Null if the changes contradict each other.
   * Absent if no other window changes the text.
   */
  readonly merge?: (versions: DivergedTexts) => string | null;
  /** Applies a text that combines the unsaved changes of this window with a saved change of another window. */
  readonly takeMerged?: (text: string) => void;
}

export interface Saver {
  /** Reports that the text has changed. */
  readonly changed: (text: string) => void;
  /** Saves immediately. Resolves when the save has succeeded or failed. */
  readonly saveNow: () => Promise<SaveState>;
  /** Retries a failed save now. */
  readonly retry: () => void;
  /** Sends the unsaved text without waiting for the response. Call it when the page is closing. */
  readonly flush: () => void;
  /** Sets the version that the next save replaces; with null, the next save creates a new template. */
  readonly rebase: (version: OtherVersion | null) => void;
  /**
   * Handles a change by another window after a running save has ended. Without unsaved work, `take` applies the other
   * text. With unsaved work, `take` applies the merged text. If the changes contradict each other, the text stays and
   * the user chooses. If this window has saved since the change was read, the read is stale: the function changes
   * nothing and returns false, and the caller must read again.
   */
  readonly handleRemoteChange: (elsewhere: RemoteChange, take: (text: string) => void) => Promise<boolean>;
  /** Returns whether this window last read or saved the version with this etag. Waits for a running save. */
  readonly isKnownVersion: (etag: string) => Promise<boolean>;
  readonly state: () => SaveState;
  readonly etag: () => string | null;
  readonly stop: () => void;
}

/**
 * The delay in milliseconds from the last edit to the save, and the maximum delay from the first unsaved edit. With
 * these values, a save starts within 2 s of any edit.
 */
const PAUSE = 600;
const MAX_WAIT = 1_500;
const FIRST_RETRY = 1_000;
/**
 * The maximum retry delay in milliseconds. An event that reports the service as reachable triggers an earlier retry.
 */
const MAX_RETRY = 5_000;
/**
 * The maximum size in bytes of a request that outlives the page. Browsers reject larger requests, so larger texts are
 * stored only in the journal.
 */
const MAX_KEEPALIVE = 60_000;

/**
 * Creates a saver. It saves a changed text after a short delay, sends one request at a time, and retries after
 * failures.
 */
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
  /** The texts of saves that got no response. Any of these texts can be stored in the service. */
  const unanswered = new Set<string>();
  let stopped = false;

  const setState = (next: SaveState): SaveState => {
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

  /**
   * Returns whether the service certainly has the current text. Returns false while an earlier save without a response
   * could still overwrite it.
   */
  const isSafe = (): boolean => text === savedText && unanswered.size === 0;

  /** Returns whether the user must choose a version before anything is saved. */
  const isUndecided = (): boolean => state.kind === 'conflict' || state.kind === 'deleted';

  const changed: Saver['changed'] = (next) => {
    text = next;
    if (stopped || isUndecided()) return;
    if (isSafe() && running === null) {
      cancelTimer?.();
      dirtySince = null;
      setState({ kind: 'saved', at: null });
      return;
    }
    const now = clock.now();
    dirtySince ??= now;
    if (state.kind === 'failed') return;
    if (running === null) {
      setState({ kind: 'dirty' });
      schedule(Math.max(0, Math.min(PAUSE, dirtySince + MAX_WAIT - now)));
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

  const send = async (sentText: string, keepalive: boolean): Promise<SaveState> => {
    setState({ kind: 'saving' });
    dirtySince = null;
    let outcome: SaveOutcome;
    try {
      outcome = await save({ text: sentText, etag, keepalive });
    } catch (error) {
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    return applyOutcome(sentText, outcome);
  };

  const applyOutcome = (sentText: string, outcome: SaveOutcome): SaveState => {
    switch (outcome.kind) {
      case 'saved':
        etag = outcome.etag;
        savedText = sentText;
        failures = 0;
        unanswered.clear();
        options.onSaved(sentText);
        return text === sentText ? setState({ kind: 'saved', at: clock.now() }) : continueWith();
      case 'conflict':
        return applyConflict(sentText, outcome.theirs);
      case 'deleted':
        return setState(outcome);
      case 'refused':
        return text === sentText ? setState({ kind: 'held', reason: outcome.reason }) : continueWith();
      case 'failed': {
        unanswered.add(sentText);
        const pause = Math.min(MAX_RETRY, FIRST_RETRY * 2 ** failures);
        failures += 1;
        if (!stopped) schedule(pause);
        return setState({ kind: 'failed', reason: outcome.reason, retryAt: clock.now() + pause });
      }
      default:
        return assertNever(outcome);
    }
  };

  /**
   * Handles a conflict. If this window sent the stored text, only the response to its save was lost, and the save
   * counts as successful.
   */
  const applyConflict = (sentText: string, theirs: OtherVersion | null): SaveState => {
    if (theirs?.text === sentText) return applyOutcome(sentText, { kind: 'saved', etag: theirs.etag });
    if (theirs !== null && unanswered.has(theirs.text)) {
      acceptVersion(theirs);
      return continueWith();
    }
    return theirs !== null && mergeWith(theirs, options.takeMerged ?? (() => undefined))
      ? continueWith()
      : setState({ kind: 'conflict', theirs });
  };

  /** Makes a saved version the base of the next save. */
  const acceptVersion = (version: OtherVersion): void => {
    ({ etag } = version);
    savedText = version.text;
    failures = 0;
    unanswered.clear();
  };

  /**
   * Merges a saved version into the text, so that the next save contains both. Returns false if the versions cannot be
   * merged.
   */
  const mergeWith = (theirs: OtherVersion, take: (text: string) => void): boolean => {
    if (savedText === null || options.merge === undefined) return false;
    const merged = options.merge({ base: savedText, mine: text, theirs: theirs.text });
    if (merged === null) return false;
    acceptVersion(theirs);
    text = merged;
    take(merged);
    return true;
  };

  /** Schedules the next save if the text changed during the last one. */
  const continueWith = (): SaveState => {
    if (text === savedText) return setState({ kind: 'saved', at: clock.now() });
    dirtySince ??= clock.now();
    if (!stopped) schedule(PAUSE);
    return setState({ kind: 'dirty' });
  };

  const handleRemoteChange: Saver['handleRemoteChange'] = async (elsewhere, takeText) => {
    while (running !== null) await running;
    if (stopped) return true;
    if (elsewhere.since !== undefined && elsewhere.since !== etag) return false;
    if (elsewhere.kind === 'deleted') {
      cancelTimer?.();
      setState({ kind: 'deleted', what: elsewhere.what });
      return true;
    }
    const { version } = elsewhere;
    if (version.etag === etag && state.kind !== 'deleted') return true;
    if (isSafe()) {
      ({ etag } = version);
      text = version.text;
      savedText = version.text;
      setState({ kind: 'saved', at: null });
      takeText(version.text);
    } else if (version.text === text || unanswered.has(version.text)) {
      rebase(version);
    } else if (mergeWith(version, takeText)) {
      cancelTimer?.();
      continueWith();
    } else {
      cancelTimer?.();
      setState({ kind: 'conflict', theirs: version });
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
    handleRemoteChange,
    isKnownVersion: async (other) => {
      while (running !== null) await running;
      return other === etag && state.kind !== 'deleted';
    },
    saveNow: () => (running === null ? attempt() : running.then(() => attempt())),
    retry: () => {
      failures = 0;
      if (state.kind === 'failed') void attempt();
    },
    flush: () => {
      if (running !== null || new TextEncoder().encode(text).length > MAX_KEEPALIVE) return;
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

/** The choice of the user in a conflict between two versions. */
export type ConflictChoice =
  /** This window's version replaces the other one. A deleted template is created again. */
  | { readonly kind: 'overwrite' }
  /** The other version replaces this window's version, as an undo step. */
  | { readonly kind: 'theirs' }
  /** This window's version becomes a template with another name. The open template keeps the other version. */
  | { readonly kind: 'copy'; readonly name: string };

/** The copy that receives this window's work during a conflict. */
export interface ConflictCopy {
  /** The name of the copy; null until it is saved. */
  readonly name: string | null;
  readonly saving: SaveState;
}
