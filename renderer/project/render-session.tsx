import { createContext, type ReactNode, use, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { SavedFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { required } from '#shared/lib/assert.ts';

/** The state of rendering that outlives a screen: open dialogs, the film in the player, and entered keys. */
export interface RenderSession {
  readonly queueShown: boolean;
  /** The render to which the list scrolls next; null for none. */
  readonly revealed: string | null;
  readonly dialogOpen: boolean;
  /** Whether the dialog for a link to the open template is open. */
  readonly linkOpen: boolean;
  /** The format with which the dialog opens next; null for the format of the last render. */
  readonly requestedFormat: string | null;
  /** The number of films that the user has requested. */
  readonly requestedCount: number;
  /** The film in the player; null if the player is closed. */
  readonly playing: PlayedFilm | null;
  /** The saved files of films in this session, by render. The desktop forgets its file tokens when the session ends. */
  readonly saved: Readonly<Record<string, SavedFile>>;
  /** Ended batches that the user removed from the list. Stored on this machine. */
  readonly hiddenBatches: readonly string[];
  /** Entered keys of object stores. They are never stored. */
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

/** Creates the session of a window. */
function createRenderSessionStore() {
  return createStore<RenderSession>(() => ({
    queueShown: false,
    revealed: null,
    dialogOpen: false,
    linkOpen: false,
    requestedFormat: null,
    requestedCount: 0,
    playing: null,
    saved: {},
    hiddenBatches: namesIn(readStored(HIDDEN_BATCHES)),
    keys: { accessKeyId: '', secretAccessKey: '' },
  }));
}

export type RenderSessionStore = ReturnType<typeof createRenderSessionStore>;

const RenderSessionContext = createContext<RenderSessionStore | null>(null);

/** Provides the session to all screens, so that a change of the screen keeps the queue. */
export function RenderSessionProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createRenderSessionStore);
  return <RenderSessionContext value={store}>{children}</RenderSessionContext>;
}

export function useRenderSessionStore(): RenderSessionStore {
  return required(use(RenderSessionContext), 'There is no RenderSessionProvider above.');
}

export function useRenderSession<Selected>(select: (state: RenderSession) => Selected): Selected {
  return useStore(useRenderSessionStore(), select);
}

const NOTIFY_SETTING = 'notify';

/** Whether the system shows notifications of ended renders while the window is in the background. */
export function readNotify(): boolean {
  return readStored(NOTIFY_SETTING) !== false;
}

export function writeNotify(notify: boolean): void {
  writeStored(NOTIFY_SETTING, notify);
}
