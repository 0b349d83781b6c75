import type { ServiceEvent } from './generated/types.ts';
import { ProblemError } from './problem-error.ts';
import { mayPass, pauseBefore, type Transport } from './transport.ts';

export interface EventOptions {
  /** The id of the last received event. The events after it come first. Default: only new events. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Yields the events of the service. Reconnects after a lost connection, and continues after the last event. */
export async function* followEvents(transport: Transport, options: EventOptions = {}): AsyncGenerator<ServiceEvent> {
  for await (const event of followConnections(transport, options)) if (event !== 'connected') yield event;
}

/** Yields the events of the service, and `connected` after each connection. */
export async function* followConnections(
  transport: Transport,
  { lastEventId, signal }: EventOptions,
): AsyncGenerator<ServiceEvent | 'connected'> {
  let last = lastEventId ?? null;
  let failures = 0;
  while (true) {
    // Closing the generator between two events ends its connection.
    const closing = new AbortController();
    try {
      const answer = await transport.open(
        'followEvents',
        {},
        {
          headers: { accept: 'text/event-stream', ...(last !== null && { 'last-event-id': last }) },
          signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
        },
      );
      failures = 0;
      yield 'connected';
      for await (const block of blocksOf(answer)) {
        last = block.id ?? last;
        if (block.data !== null) yield eventOf(block.type, block.data, last);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!mayPass(error) && !isBroken(error)) throw error;
    } finally {
      closing.abort();
    }
    failures += 1;
    await pauseBefore(failures, signal);
  }
}

/** Checks whether the stream broke off while it was read. Undici reports `terminated`, browsers a `TypeError`. */
function isBroken(error: unknown): boolean {
  return !(error instanceof ProblemError) && !(error instanceof SyntaxError) && error instanceof Error;
}

interface Block {
  readonly type: string;
  /** Null for a block that only sets the id. */
  readonly data: string | null;
  readonly id: string | null;
}

/** Reads server-sent events (WHATWG HTML, 9.2). */
async function* blocksOf(answer: Response): AsyncGenerator<Block> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield blockOf(block);
    }
  } finally {
    await reader.cancel().catch(() => null);
  }
}

function blockOf(text: string): Block {
  const fields = text.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([, field, value]) => (field === name ? [value ?? ''] : []));
  const data = valuesOf('data');
  return {
    type: valuesOf('event').at(-1) ?? 'message',
    data: data.length === 0 ? null : data.join('\n'),
    id: valuesOf('id').at(-1) ?? null,
  };
}

function eventOf(type: string, text: string, id: string | null): ServiceEvent {
  const { project = null, at = null, ...data } = JSON.parse(text) as Record<string, unknown>;
  // Newer services can send further types; a switch over `type` skips them.
  return { id, type, project, at, data } as ServiceEvent;
}
