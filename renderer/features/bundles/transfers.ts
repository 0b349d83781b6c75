import { createStore, type StoreApi } from 'zustand/vanilla';
import { noSpeed, observe, type Speed } from '#renderer/api/uploads/speed.ts';

/** A bundle on its way, as it is shown. */
export interface Transfer {
  readonly kind: 'import' | 'export';
  /** Bytes. */
  readonly done: number;
  /** Null until it is known. */
  readonly total: number | null;
  readonly speed: Speed;
}

export type TransferStore = StoreApi<Readonly<Record<string, Transfer>>>;

/** Those that are on their way, by id. */
export function createTransferStore(): TransferStore {
  return createStore(() => ({}));
}

export function addTransfer(store: TransferStore, id: string, kind: Transfer['kind'], total: number | null): void {
  store.setState({ [id]: { kind, done: 0, total, speed: noSpeed } });
}

/** Notes how far one is; `at` in milliseconds of a clock that never goes back. Nothing for one that has ended. */
export function noteProgress(
  store: TransferStore,
  id: string,
  { done, total, at }: { readonly done: number; readonly total: number | null; readonly at: number },
): void {
  store.setState((transfers) => {
    const transfer = transfers[id];
    if (transfer === undefined) return transfers;
    return { [id]: { ...transfer, done, total, speed: observe(transfer.speed, { at, bytes: done }) } };
  });
}

export function removeTransfer(store: TransferStore, id: string): void {
  store.setState((transfers) => {
    const { [id]: _, ...others } = transfers;
    return others;
  }, true);
}

/** How far a transfer is, as its texts tell it. */
export type TransferPhase = 'starting' | 'moving' | 'checking' | 'finishing';

export function phaseOf({ kind, done, total }: Transfer): TransferPhase {
  if (total === null) return 'starting';
  if (done < total) return 'moving';
  return kind === 'import' ? 'checking' : 'finishing';
}
