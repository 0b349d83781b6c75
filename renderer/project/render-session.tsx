import { createContext, type ReactNode, use, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { SavedFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { required } from '#shared/lib/assert.ts';

/** The state of rendering that outlives screens: what is open, what is played, which keys were entered. */
export interface RenderSession {
  readonly queueShown: boolean;
  /** The render that the list is to show, until it has; null for none. */
  readonly revealed: string | null;
  readonly dialogOpen: boolean;
  /** The dialog that makes a link to the open template. */
  readonly linkOpen: boolean;
  /** The format that the dialog opens with; null for the one of last time. */
  readonly requestedFormat: string | null;
  /** Grows with each film that is asked for as a file. */
  readonly requestedCount: number;
  /** The film that is played; null while none is. */
  readonly playing: PlayedFilm | null;
  /** Where films of this session were saved, by render; the desktop forgets the tokens when it ends. */
  readonly saved: Readonly<Record<string, SavedFile>>;
  /** Ended batches that were taken off the list; remembered by this machine. */
  readonly hiddenBatches: readonly string[];
  /** Keys that were entered for object stores: never written down. */
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

/** Creates the one session of a window. */
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

/** Around every screen: the queue goes along from screen to screen. */
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

/** Whether the system tells of renders that end while the window is not in front. */
export function readNotify(): boolean {
  return readStored(NOTIFY_SETTING) !== false;
}

export function writeNotify(notify: boolean): void {
  writeStored(NOTIFY_SETTING, notify);
}
