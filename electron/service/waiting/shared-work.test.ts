import { describe, expect, it } from 'vitest';
import { createSharedWork } from './shared-work.ts';

const never = new AbortController().signal;

describe('shared work', () => {
  it('runs once for simultaneous callers and again for later callers', async () => {
    const shared = createSharedWork<number>();
    let times = 0;
    const work = () => Promise.resolve(++times);
    expect(await Promise.all([shared.run('a', never, work), shared.run('a', never, work)])).toEqual([1, 1]);
    expect(await shared.run('a', never, work)).toBe(2);
  });

  it('ends only after its abandoned work has ended', async () => {
    const shared = createSharedWork<void>();
    const caller = new AbortController();
    const cleared = Promise.withResolvers<void>();
    const asked = shared.run('a', caller.signal, () => cleared.promise);
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    let isOver = false;
    const ended = shared.ended().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => void setImmediate(resolve));
    expect(isOver).toBe(false);
    cleared.resolve();
    await ended;
  });

  it('rejects for all callers when it fails', async () => {
    const shared = createSharedWork<number>();
    const work = () => Promise.reject(new Error('no'));
    const both = await Promise.allSettled([shared.run('a', never, work), shared.run('a', never, work)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('continues while any caller waits, and ends with the last', async () => {
    const shared = createSharedWork<number>();
    const [first, second] = [new AbortController(), new AbortController()];
    let inner: AbortSignal | null = null;
    const work = (signal: AbortSignal) => {
      inner = signal;
      return new Promise<number>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const isAborted = () => inner?.aborted;
    const both = [shared.run('a', first.signal, work), shared.run('a', second.signal, work)];
    const ends = Promise.allSettled(both);
    first.abort(new Error('gone'));
    await expect(both[0]).rejects.toThrow('gone');
    expect(isAborted()).toBe(false);
    second.abort(new Error('gone too'));
    await ends;
    expect(isAborted()).toBe(true);
    expect(await shared.run('a', never, () => Promise.resolve(7))).toBe(7);
  });
});
