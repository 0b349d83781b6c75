/** The target of a download; the file appears only when it is closed. */
export interface DownloadSink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

/** The answer ended before all of it had come. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/**
 * Puts an answer into a sink as it comes, whole or not at all. Throws {@link CutOffError}, the signal's reason, and
 * what the sink throws.
 */
export async function saveStream(
  answer: Response,
  sink: DownloadSink,
  options: { readonly signal: AbortSignal; readonly onReceived: (bytes: number) => void },
): Promise<void> {
  const { signal, onReceived } = options;
  const expected = Number(answer.headers.get('content-length') ?? Number.NaN);
  const reader = answer.body?.getReader();
  try {
    let received = 0;
    for (;;) {
      const next = await reader?.read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new CutOffError('The connection was cut.', { cause });
      });
      if (next === undefined || next.done) break;
      await sink.write(next.value);
      received += next.value.length;
      onReceived(received);
    }
    signal.throwIfAborted();
    if (received !== expected) throw new CutOffError(`${received} of ${expected} bytes came.`);
    await sink.close();
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    await sink.abort().catch(() => undefined);
    throw error;
  }
}
