import { expect, it } from 'vitest';
import type { RowProblem } from '#shared/batch/check-row.ts';
import { message } from '#shared/messages/message.ts';
import { type Checked, type Checking, checkAll, oneRefusalPerCell } from './check-all.ts';

const cut: RowProblem = { severity: 'warning', variable: 'name', says: message('batch/text-cut', { text: 'Ada' }) };
const good = { problems: [], totalFrames: 10, size: { width: 64, height: 36 } };
const rows = [['Ada'], ['Bo']];

function checkingOf(checkTexts: Checking['checkTexts']) {
  const asked: string[] = [];
  const checking: Checking = {
    films: ['wide', 'tall'].map((movie) => ({
      ...{ movie, language: null },
      check: ([name = '']) => {
        if (movie === 'wide') asked.push(name);
        return good;
      },
    })),
    known: new WeakMap(),
    knownTexts: new WeakMap(),
    checkTexts,
  };
  return { asked, checking };
}

async function outcomesOf(
  checking: Checking,
  all: readonly (readonly string[])[],
  signal = new AbortController().signal,
) {
  const outcomes: Checked[] = [];
  await checkAll(checking, all, signal, (checked) => outcomes.push(checked));
  return outcomes;
}

it('checked values are reported before texts that do not fit', async () => {
  const { checking } = checkingOf(async ([name]) => (name === 'Ada' ? [cut] : []));
  const [first, ...later] = await outcomesOf(checking, rows);
  expect(first).toEqual({ ofRows: [good, good], isDone: true, texts: 0, milliseconds: null });
  expect(later.at(-1)).toEqual({
    ofRows: [{ ...good, problems: [cut] }, good],
    isDone: true,
    texts: null,
    milliseconds: expect.any(Number),
  });
});

it('a second check reads only changed rows', async () => {
  const checked: string[] = [];
  const { asked, checking } = checkingOf(async ([name = '']) => {
    checked.push(name);
    return [];
  });
  await outcomesOf(checking, rows);
  await outcomesOf(checking, [rows[0] ?? [], ['Cy']]);
  expect(asked).toEqual(['Ada', 'Bo', 'Cy']);
  expect(checked).toEqual(['Ada', 'Bo', 'Cy']);
});

it('a check yields to the page although all texts are cached', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  const { checking } = checkingOf(async () => {
    for (const until = performance.now() + 10; performance.now() < until; );
    return [];
  });
  const many = Array.from({ length: 10 }, (_, index) => [`Guest ${index}`]);
  await outcomesOf(checking, many).finally(() => clearInterval(timer));
  expect(turns).toBeGreaterThan(0);
});

it('a check ends when its signal aborts', async () => {
  const stopped = new AbortController();
  const { checking } = checkingOf(async (_, signal) => {
    stopped.abort();
    signal.throwIfAborted();
    return [];
  });
  await expect(outcomesOf(checking, rows, stopped.signal)).rejects.toThrow();
  expect(checking.knownTexts.has(rows[0] ?? [])).toBe(false);
});

it('a cell is listed once even if two uses refuse it', () => {
  const refusal = (attribute: string): RowProblem => ({
    severity: 'error',
    variable: 'tint',
    says: message('variable/refused', {
      attribute,
      element: 'solid',
      reason: message('value/no-color'),
      text: 'red?',
      variables: ['tint'],
    }),
  });
  expect(oneRefusalPerCell([refusal('color'), cut, refusal('background'), cut])).toEqual([refusal('color'), cut, cut]);
});

it('the problem of a cell is listed once per list', () => {
  const refusal = message('variable/refused', {
    attribute: 'color',
    element: 'solid',
    reason: message('value/no-color'),
    text: 'red?',
    variables: ['tint'],
  });
  const inItem = (variable: string, item: number): RowProblem => ({
    severity: 'error',
    variable,
    says: message('list/in-item', { problem: refusal, lists: ['guests'], indexes: [item] }),
  });
  expect(oneRefusalPerCell([inItem('tint', 1), inItem('tint', 2)])).toEqual([
    { severity: 'error', variable: 'tint', says: refusal },
  ]);
  expect(oneRefusalPerCell([inItem('guests', 1), inItem('guests', 2)])).toHaveLength(2);
});
