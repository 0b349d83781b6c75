import { describe, expect, it } from 'vitest';
import { createLimiter, type Urgency } from './limiter.ts';

const never = new AbortController().signal;

/** Returns a limiter whose work ends on request, and the names of work that has begun. */
function testLimiter(width: number, laterWidth: number) {
  const turns = createLimiter(width, laterWidth);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, urgency: Urgency, signal = never) =>
    turns.run(
      signal,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { urgency },
    );
  const pass = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    run,
    pass,
    end: async (name: string) => {
      ends.get(name)?.();
      await pass();
    },
  };
}

describe('a limiter', () => {
  it('limits the running work and keeps the order of the calls', async () => {
    const { begun, run, end, pass } = testLimiter(2, 2);
    const all = ['a', 'b', 'c', 'd'].map((name) => run(name, 'soon'));
    await pass();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) await end(name);
    await end('d');
    await Promise.all(all);
  });

  it('runs urgent work first and always leaves space for it', async () => {
    const { begun, run, end, pass } = testLimiter(2, 1);
    const all = [run('wave 1', 'later'), run('wave 2', 'later'), run('frame 1', 'soon'), run('frame 2', 'soon')];
    await pass();
    expect(begun).toEqual(['wave 1', 'frame 1']);
    await end('wave 1');
    expect(begun).toEqual(['wave 1', 'frame 1', 'frame 2']);
    for (const name of ['frame 1', 'frame 2', 'wave 2']) await end(name);
    await Promise.all(all);
    expect(begun.at(-1)).toBe('wave 2');
  });

  it('skips callers that have aborted', async () => {
    const { begun, run, end, pass } = testLimiter(1, 1);
    const gone = new AbortController();
    const first = run('a', 'soon');
    const second = run('b', 'soon', gone.signal);
    const third = run('c', 'soon');
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await end('a');
    await pass();
    expect(begun).toEqual(['a', 'c']);
    await end('c');
    await Promise.all([first, third]);
  });
});

it('a limiter starts heavy work in order and runs oversized work alone', async () => {
  const limiter = createLimiter(10);
  const begun: string[] = [];
  const ask = async (name: string, weight: number) => {
    const room = await limiter.wait(never, { weight });
    begun.push(name);
    return room;
  };
  const pass = () => new Promise((resolve) => setImmediate(resolve));
  const first = await ask('first', 6);
  const [large, small] = [ask('large', 20), ask('small', 1)];
  await pass();
  expect(begun).toEqual(['first']);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await pass();
  expect(begun).toEqual(['first', 'large']);
  expect(limiter.free()).toBe(0);
  (await large)[Symbol.dispose]();
  (await small)[Symbol.dispose]();
  expect(begun).toEqual(['first', 'large', 'small']);
  expect(limiter.free()).toBe(10);
});
