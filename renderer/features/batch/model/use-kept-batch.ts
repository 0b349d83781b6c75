import { useCallback, useEffect, useRef, useState } from 'react';
import { type BatchSettings, readSettings } from './batch-settings.ts';
import { type KeptBatch, readKeptBatch, writeKeptBatch } from './kept-batches.ts';
import type { PreparedBatch } from './prepared-batch.ts';

export interface BatchMemory {
  /** Null until it was read. */
  readonly kept: KeptBatch | null;
  readonly change: (change: (prepared: PreparedBatch) => PreparedBatch) => void;
  readonly put: (prepared: PreparedBatch | null) => void;
  readonly set: (settings: Partial<BatchSettings>) => void;
}

/** A template's table and settings, kept by the browser so that they are there after a reload. */
export function useKeptBatch(project: string, template: string): BatchMemory {
  const key = `${project} ${template}`;
  const [kept, setKept] = useState<KeptBatch | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readKeptBatch(key).then((found) => {
      if (!isWanted) return;
      const settings = readSettings(found?.settings ?? {}, template);
      setKept({ key, prepared: found?.prepared ?? null, settings });
    });
    return () => {
      isWanted = false;
    };
  }, [key, template]);

  const written = useRef<KeptBatch | null>(null);
  useEffect(() => {
    // What was only read is there already.
    if (kept === null || written.current === null) {
      written.current = kept;
      return;
    }
    if (written.current === kept) return;
    written.current = kept;
    void writeKeptBatch(kept);
  }, [kept]);

  const update = useCallback(
    (change: (kept: KeptBatch) => KeptBatch) => setKept((current) => current && change(current)),
    [],
  );
  return {
    kept,
    change: useCallback(
      (change) =>
        update((current) => (current.prepared === null ? current : { ...current, prepared: change(current.prepared) })),
      [update],
    ),
    put: useCallback((prepared) => update((current) => ({ ...current, prepared })), [update]),
    set: useCallback(
      (settings) => update((current) => ({ ...current, settings: { ...current.settings, ...settings } })),
      [update],
    ),
  };
}
