import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import { type BatchRow, isBatchRunning } from '#renderer/project/batch-rows.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { ProblemError } from '#shared/contract/client.ts';
import type { BatchModel } from './use-batch-model.ts';
import { useFilmExports } from './use-export-films.ts';

/** A batch whose films this browser saves when it ends. */
export interface BatchSave {
  readonly project: string;
  /** The name of the template, which names the ZIP file. */
  readonly template: string;
  readonly batch: string;
  /** Whether the films are saved at the next end of the batch. A batch that is retried ends several times. */
  readonly isWaiting: boolean;
  /** The indexes of the films that are not saved yet; null for all films. */
  readonly unsaved: readonly number[] | null;
}

const STORED = 'batch-saves';
/** The maximum number of batches. The oldest are forgotten. */
const MAX_SAVES = 50;

interface BatchSaves {
  readonly saves: readonly BatchSave[];
}

/** The batches to save. They are stored in this browser, so that they survive a reload. */
const store = createStore<BatchSaves>(() => ({ saves: readSaves() }));

function readSaves(): readonly BatchSave[] {
  const stored = readStored(STORED);
  return Array.isArray(stored) ? (stored as readonly BatchSave[]) : [];
}

/** Changes the stored list, which other tabs can have changed, too. */
function changeSaves(change: (saves: readonly BatchSave[]) => readonly BatchSave[]): void {
  const saves = change(readSaves()).slice(-MAX_SAVES);
  writeStored(STORED, saves);
  store.setState({ saves });
}

/** Returns the list with a batch to save at its end. A retried batch stays without its saved films. */
export function withSave(
  saves: readonly BatchSave[],
  { project, template, batch }: Pick<BatchSave, 'project' | 'template' | 'batch'>,
): readonly BatchSave[] {
  const known = saves.find((each) => each.batch === batch);
  if (known === undefined) return [...saves, { project, template, batch, isWaiting: true, unsaved: null }];
  return saves.map((each) => (each === known ? { ...known, isWaiting: true } : each));
}

/**
 * Returns the films of an ended batch that are to be saved, and the entry after they are saved. The films that failed
 * or were canceled stay unsaved, because they can be retried.
 */
export function filmsToSave(
  save: BatchSave,
  { rows }: Pick<BatchDetail, 'rows'>,
): { readonly films: readonly BatchRow[]; readonly after: BatchSave } {
  const left = save.unsaved === null ? null : new Set(save.unsaved);
  const open = rows.filter(({ index }) => left === null || left.has(index));
  const isDone = ({ state, render }: BatchRow) => state === 'succeeded' && render !== null;
  const unsaved = open.filter((row) => !isDone(row)).map(({ index }) => index);
  return { films: save.isWaiting ? open.filter(isDone) : [], after: { ...save, isWaiting: false, unsaved } };
}

/** Saves the films of a batch when it ends. */
export function requestSave(place: Pick<BatchSave, 'project' | 'template' | 'batch'>): void {
  changeSaves((saves) => withSave(saves, place));
}

/** Saves the films of the running batches of the screen at their end, if its settings say so. */
export function useBatchSaves({ project, name, open, settings }: BatchModel): void {
  const running = open.map(({ id }) => id).join(' ');
  const isRequested = settings === null ? null : settings.destination === 'save';
  useEffect(() => {
    if (running === '' || isRequested === null) return;
    for (const batch of running.split(' ')) {
      if (isRequested) requestSave({ project, template: name, batch });
      else changeSaves((saves) => saves.filter((each) => each.batch !== batch));
    }
  }, [project, name, running, isRequested]);
}

/** Mounts the saving of films on all screens, so that it also happens after the user has left the batch. */
export function BatchSavesHost() {
  const { events } = useApi();
  const saves = useStore(store, (state) => state.saves);
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event.type !== 'batch.changed' || event.data.state === 'ended') return;
        // A retried batch is saved again at its next end.
        const retried = readSaves().find(({ batch, isWaiting }) => batch === event.data.id && !isWaiting);
        if (retried !== undefined) changeSaves((now) => withSave(now, retried));
      }),
    [events],
  );
  return saves.filter(({ isWaiting }) => isWaiting).map((save) => <SaveAtEnd key={save.batch} {...save} />);
}

/** Saves the films of a batch when it has ended. The desktop app asks for a folder; a browser downloads a file. */
function SaveAtEnd({ project, template, batch }: BatchSave) {
  const api = useApi();
  const isDesktop = useDesktop() !== null;
  const exports = useFilmExports();
  const save = useEffectEvent((films: readonly BatchRow[]) => {
    if (isDesktop) exports.folder(project, films);
    else if (films.length === 1) exports.files(project, films);
    else
      exports.zip(
        project,
        template,
        films.map(({ index }) => ({ batch, index })),
      );
  });
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    // If several tabs wait for the batch, one of them saves it.
    const saved = withLock(`${STORED}/${batch}`, signal, async () => {
      const detail = await endOfBatch(api, { project, batch }, signal);
      const entry = readSaves().find((each) => each.batch === batch);
      if (detail === null || entry === undefined)
        return changeSaves((saves) => saves.filter((each) => each.batch !== batch));
      const { films, after } = filmsToSave(entry, detail);
      if (films.length > 0) save(films);
      changeSaves((saves) => saves.map((each) => (each.batch === batch ? after : each)));
    });
    // The tab was closed, or the service is away: the batch stays in the list.
    saved.catch(() => undefined);
    return () => stopped.abort();
  }, [api, project, batch]);
  return null;
}

async function withLock(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  // Browsers have locks only at secure addresses.
  const { locks }: { readonly locks?: LockManager } = navigator;
  if (locks === undefined) return run();
  await locks.request(name, { signal }, run);
}

/** Waits for the end of a batch. Returns null if the batch does not exist. Throws the reason of the signal. */
async function endOfBatch(
  { client, events }: Pick<Api, 'client' | 'events'>,
  { project, batch }: Pick<BatchSave, 'project' | 'batch'>,
  signal: AbortSignal,
): Promise<BatchDetail | null> {
  for (;;) {
    signal.throwIfAborted();
    // Subscribe before reading, so that an end during the read is not missed.
    using change = nextChange(events, batch, signal);
    const detail = await client
      .call('readBatch', { parameters: { project, batch }, signal })
      .catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem.status === 404) return null;
        if (error instanceof ProblemError) throw error;
        // The service is away. After it is back, the events continue with a gap.
        return undefined;
      });
    if (detail === null || (detail !== undefined && !isBatchRunning(detail))) return detail;
    await change.happened;
  }
}

function nextChange(
  events: Api['events'],
  batch: string,
  signal: AbortSignal,
): Disposable & { happened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onEnd = () => resolve();
  const stops = [
    events.subscribe((event) => {
      if (event.type === 'batch.changed' && event.data.id === batch) resolve();
    }),
    events.onGap(() => resolve()),
  ];
  signal.addEventListener('abort', onEnd);
  return {
    happened: promise,
    [Symbol.dispose]: () => {
      for (const stop of stops) stop();
      signal.removeEventListener('abort', onEnd);
    },
  };
}
