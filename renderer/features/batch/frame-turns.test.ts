import { expect, it } from 'vitest';
import { createFrameTurns } from './frame-queue.ts';

/** Returns a loader whose frames a test finishes one by one. */
function maker() {
  const asked: string[] = [];
  const finish = new Map<string, () => void>();
  const load = (question: string) => {
    asked.push(question);
    return new Promise<Blob>((resolve) => finish.set(question, () => resolve(new Blob([question]))));
  };
  return { asked, finish: (question: string) => finish.get(question)?.(), load };
}
const going = () => new AbortController().signal;

it('loads two frames at a time, in the order of the requests', async () => {
  const made = maker();
  const turns = createFrameTurns(made.load);
  const pictures = ['a', 'b', 'c'].map((question) => turns.get(question, going()));
  await Promise.resolve();
  expect(made.asked).toEqual(['a', 'b']);
  made.finish('b');
  await pictures[1];
  await expect.poll(() => made.asked).toEqual(['a', 'b', 'c']);
});

it('skips a waiting frame whose request was aborted', async () => {
  const made = maker();
  const turns = createFrameTurns(made.load);
  const first = turns.get('a', going());
  void turns.get('b', going());
  const stopped = new AbortController();
  const passed = turns.get('c', stopped.signal);
  const last = turns.get('d', going());
  stopped.abort();
  await expect(passed).rejects.toThrow();
  made.finish('a');
  await first;
  await expect.poll(() => made.asked).toEqual(['a', 'b', 'd']);
  made.finish('d');
  expect(await (await last).text()).toBe('d');
});

it('loads a frame once and goes on after a failure', async () => {
  const asked: string[] = [];
  const turns = createFrameTurns(async (question) => {
    asked.push(question);
    if (question === 'bad') throw new Error('no such source');
    return new Blob([question]);
  });
  await expect(turns.get('bad', going())).rejects.toThrow('no such source');
  await turns.get('good', going());
  await turns.get('good', going());
  expect(asked).toEqual(['bad', 'good']);
});
