import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Speed, unmeasuredSpeed, withSample } from '#renderer/api/uploads/speed.ts';

/** The displayed state of a transfer. */
export interface Transfer {
  readonly kind: 'import' | 'export';
  /** The transferred bytes. */
  readonly done: number;
  /** The total number of bytes; null if unknown. */
  readonly total: number | null;
  readonly speed: Speed;
}

export type TransferStore = StoreApi<Readonly<Record<string, Transfer>>>;

/** Creates the store of the active transfers, by id. */
export function createTransferStore(): TransferStore {
  return createStore(() => ({}));
}

export function addTransfer(store: TransferStore, id: string, kind: Transfer['kind'], total: number | null): void {
  store.setState({ [id]: { kind, done: 0, total, speed: unmeasuredSpeed } });
}

/** Records the progress of an active transfer. `at` is a monotonic time in milliseconds. */
export function noteProgress(
  store: TransferStore,
  id: string,
  { done, total, at }: { readonly done: number; readonly total: number | null; readonly at: number },
): void {
  store.setState((transfers) => {
    const transfer = transfers[id];
    if (transfer === undefined) return transfers;
    return { [id]: { ...transfer, done, total, speed: withSample(transfer.speed, { at, bytes: done }) } };
  });
}

export function removeTransfer(store: TransferStore, id: string): void {
  store.setState((transfers) => {
    const { [id]: _, ...others } = transfers;
    return others;
  }, true);
}

/** The phase of a transfer, which determines the texts of the toast. */
export type TransferPhase = 'starting' | 'moving' | 'checking' | 'finishing';

export function phaseOf({ kind, done, total }: Transfer): TransferPhase {
  if (total === null) return 'starting';
  if (done < total) return 'moving';
  return kind === 'import' ? 'checking' : 'finishing';
}
