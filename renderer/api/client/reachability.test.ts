import { describe, expect, it } from 'vitest';
import { createReachability } from './reachability.ts';
import { UnreachableError } from './unreachable-error.ts';

function lineOf() {
  const reachability = createReachability();
  let fault: Error | null = null;
  let backs = 0;
  reachability.onReachable(() => {
    backs += 1;
  });
  const ask = reachability.watch(async () => {
    if (fault !== null) throw fault;
    return new Response(null, { status: 204 });
  });
  return {
    reachability,
    ask: () => ask('/v1/health', {}),
    breakWith: (error: Error | null) => {
      fault = error;
    },
    backs: () => backs,
  };
}

describe('the report that the service is back', () => {
  it('comes once, with the first response after a failure', async () => {
    const line = lineOf();
    await line.ask();
    expect(line.backs()).toBe(0);
    line.breakWith(new TypeError('Failed to fetch'));
    await expect(line.ask()).rejects.toThrow(UnreachableError);
    await expect(line.ask()).rejects.toThrow(UnreachableError);
    line.breakWith(null);
    await Promise.all([line.ask(), line.ask()]);
    await line.ask();
    expect(line.backs()).toBe(1);
  });

  it('comes from the event stream or the operating system', () => {
    const line = lineOf();
    line.reachability.reportReachable();
    expect(line.backs()).toBe(1);
  });

  it('does not come after a canceled request', async () => {
    const line = lineOf();
    line.breakWith(new DOMException('The user aborted a request.', 'AbortError'));
    await expect(line.ask()).rejects.toThrow('aborted');
    line.breakWith(null);
    await line.ask();
    expect(line.backs()).toBe(0);
  });
});
