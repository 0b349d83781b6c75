import { expect, test } from 'vitest';
import { CutOffError, saveStream } from './save-target.ts';

function sink() {
  const calls: string[] = [];
  const note = (what: string) => async () => void calls.push(what);
  return {
    calls,
    write: async (bytes: Uint8Array) => void calls.push(`write ${bytes.length}`),
    close: note('close'),
    abort: note('abort'),
  };
}

function answer(pieces: readonly number[], length: number, end?: Error): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const size = left.shift();
      if (size !== undefined) controller.enqueue(new Uint8Array(size));
      else if (end === undefined) controller.close();
      else controller.error(end);
    },
  });
  return new Response(body, { headers: { 'content-length': String(length) } });
}

const never = new AbortController().signal;

test('a complete response is saved with progress reports', async () => {
  const file = sink();
  const reported: number[] = [];
  await saveStream(answer([2, 3], 5), file, { signal: never, onReceived: (bytes) => reported.push(bytes) });
  expect(file.calls).toEqual(['write 2', 'write 3', 'close']);
  expect(reported).toEqual([2, 5]);
});

test.for([
  ['a cut connection', answer([2, 3], 9, new TypeError('network'))],
  ['an early end', answer([2, 3], 9)],
  ['without a length', new Response(new Uint8Array(2))],
] as const)('a broken download leaves no file: %s', async ([, given]) => {
  const file = sink();
  await expect(saveStream(given, file, { signal: never, onReceived: () => undefined })).rejects.toThrow(CutOffError);
  expect(file.calls.at(-1)).toBe('abort');
  expect(file.calls).not.toContain('close');
});

test('a canceled download is reported and leaves no file', async () => {
  const file = sink();
  const stopping = new AbortController();
  const saving = saveStream(answer([2, 3], 5), file, {
    signal: stopping.signal,
    onReceived: () => stopping.abort(new Error('enough')),
  });
  await expect(saving).rejects.toThrow('enough');
  expect(file.calls.at(-1)).toBe('abort');
});
