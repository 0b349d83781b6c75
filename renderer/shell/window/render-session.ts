import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { SavedFile } from '#shared/contract/desktop/desktop-shapes.ts';

/**
 * The rendering state that is independent of the screen: open dialogs, the film in the player, and entered storage
 * keys.
 */
export interface RenderSession {
  /** The render that the list scrolls to next; null for none. */
  readonly revealed: string | null;
  /** The number of films that the user has requested. */
  readonly requestedCount: number;
  /** The film in the player; null if the player is closed. */
  readonly playing: PlayedFilm | null;
  /**
   * The film files that were saved in this session, by render. The desktop app discards its file tokens when the
   * session ends.
   */
  readonly saved: Readonly<Record<string, SavedFile>>;
  /** The ended batches that the user removed from the list, stored on this machine. */
  readonly hiddenBatches: readonly string[];
  /** The keys that the user entered for object stores. They are stored only in memory. */
  readonly keys: EnteredKeys;
}

export interface PlayedFilm {
  readonly project: string;
  readonly render: string;
  readonly name: string;
  readonly format: string;
}

export interface EnteredKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const HIDDEN_BATCHES = 'hidden-batches';

function namesIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

export function createRenderSession() {
  return createStore<RenderSession>(() => ({
    revealed: null,
    requestedCount: 0,
    playing: null,
    saved: {},
    hiddenBatches: namesIn(readStored(HIDDEN_BATCHES)),
    keys: { accessKeyId: '', secretAccessKey: '' },
  }));
}

export type RenderSessionStore = ReturnType<typeof createRenderSession>;

const NOTIFY_SETTING = 'notify';

/** Returns whether the system notifies the user about ended renders while the window is in the background. */
export function readNotify(): boolean {
  return readStored(NOTIFY_SETTING) !== false;
}

export function writeNotify(notify: boolean): void {
  writeStored(NOTIFY_SETTING, notify);
}
