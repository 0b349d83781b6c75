import { expect, it } from 'vitest';
import { createFrameQueue } from './frame-queue.ts';

/** Returns a loader whose frames the test completes one by one. */
function testLoader() {
  const asked: string[] = [];
  const finish = new Map<string, () => void>();
  const load = (query: string) => {
    asked.push(query);
    return new Promise<Blob>((resolve) => finish.set(query, () => resolve(new Blob([query]))));
  };
  return { asked, finish: (query: string) => finish.get(query)?.(), load };
}
const going = () => new AbortController().signal;

it('the queue loads two frames at a time, in request order', async () => {
  const made = testLoader();
  const queue = createFrameQueue(made.load);
  const pictures = ['a', 'b', 'c'].map((query) => queue.get(query, going()));
  await Promise.resolve();
  expect(made.asked).toEqual(['a', 'b']);
  made.finish('b');
  await pictures[1];
  await expect.poll(() => made.asked).toEqual(['a', 'b', 'c']);
});

it('the queue skips a waiting frame whose request was aborted', async () => {
  const made = testLoader();
  const queue = createFrameQueue(made.load);
  const first = queue.get('a', going());
  void queue.get('b', going());
  const stopped = new AbortController();
  const passed = queue.get('c', stopped.signal);
  const last = queue.get('d', going());
  stopped.abort();
  await expect(passed).rejects.toThrow();
  made.finish('a');
  await first;
  await expect.poll(() => made.asked).toEqual(['a', 'b', 'd']);
  made.finish('d');
  expect(await (await last).text()).toBe('d');
});

it('the queue loads a frame once and continues after a failure', async () => {
  const asked: string[] = [];
  const queue = createFrameQueue(async (query) => {
    asked.push(query);
    if (query === 'bad') throw new Error('no such source');
    return new Blob([query]);
  });
  await expect(queue.get('bad', going())).rejects.toThrow('no such source');
  await queue.get('good', going());
  await queue.get('good', going());
  expect(asked).toEqual(['bad', 'good']);
});
