import { expect, test } from 'vitest';
import { emptyHistory, moveInHistory, withUndoStep } from './undo-history.ts';

test('a new step after undo removes the undone steps', () => {
  const history = withUndoStep(withUndoStep(emptyHistory<string>(), 'a'), 'b');
  const back = moveInHistory(history, 'c', -1);
  expect(back).toEqual({ state: 'b', history: { past: ['a'], future: ['c'] } });
  expect(back && moveInHistory(back.history, back.state, 1)).toEqual({ state: 'c', history });
  expect(back && moveInHistory(withUndoStep(back.history, back.state), 'd', 1)).toBeNull();
  expect(moveInHistory(emptyHistory<string>(), 'a', -1)).toBeNull();
});
