import { expect, test } from 'vitest';
import { secondsLeft } from '#renderer/api/uploads/speed.ts';
import { addTransfer, createTransferStore, noteProgress, phaseOf, removeTransfer } from './transfers.ts';

test('a transfer is listed with its progress until it ends', () => {
  const store = createTransferStore();
  addTransfer(store, 'a', 'import', null);
  addTransfer(store, 'b', 'export', 50);
  const transfer = () => store.getState()['a'] ?? expect.fail('it is gone');
  expect(phaseOf(transfer())).toBe('starting');
  for (const at of [0, 1000, 2000]) noteProgress(store, 'a', { done: at / 10, total: 500, at });
  expect(phaseOf(transfer())).toBe('moving');
  expect(secondsLeft(transfer().speed, 500 - transfer().done)).toBe(3);
  noteProgress(store, 'a', { done: 500, total: 500, at: 5000 });
  expect(phaseOf(transfer())).toBe('checking');
  expect(phaseOf({ ...transfer(), kind: 'export' })).toBe('finishing');
  removeTransfer(store, 'a');
  noteProgress(store, 'a', { done: 1, total: 500, at: 6000 });
  expect(Object.keys(store.getState())).toEqual(['b']);
});
