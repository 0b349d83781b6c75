import { BUNDLE_EXTENSION, BUNDLE_TYPE } from '#shared/names/bundle-name.ts';

interface SaveHandle {
  readonly name: string;
  createWritable(): Promise<DownloadSink>;
}

type SavePicker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, string[]>> }[];
}) => Promise<SaveHandle>;

/** The target of a saved file. `none`: the browser cannot ask and uses its download folder. */
export type SaveTarget =
  | { readonly kind: 'file'; readonly handle: SaveHandle }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' };

/**
 * Asks for a target. Returns `cancelled` if the user cancels, and `none` if the browser has no dialog for it. Call it
 * in a click handler.
 */
export async function askWhereToSave(suggestedName: string, description: string): Promise<SaveTarget> {
  const picker = pickerOf(window);
  if (picker === null) return { kind: 'none' };
  try {
    const types = [{ description, accept: { [BUNDLE_TYPE]: [BUNDLE_EXTENSION] } }];
    return { kind: 'file', handle: await picker({ suggestedName, types }) };
  } catch (error) {
    return { kind: error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'none' };
  }
}

/**
 * Returns the file picker of the browser; null if it has none. TypeScript has no type for this nonstandard function.
 */
function pickerOf(target: Window & { readonly showSaveFilePicker?: SavePicker }): SavePicker | null {
  const { showSaveFilePicker } = target;
  return showSaveFilePicker === undefined ? null : (options) => showSaveFilePicker.call(target, options);
}

/** Starts a download by the browser. */
export function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Asks for bundles. Returns an empty list if the user cancels. Call it in a click handler. */
export function pickBundles(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = BUNDLE_EXTENSION;
    input.multiple = true;
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** The target of a download. The file gets its content when the sink is closed. */
export interface DownloadSink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

/** The error for a response that ends before its full length. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/**
 * Writes a response into a sink, completely or not at all. Throws {@link CutOffError}, the reason of the signal, and
 * the errors of the sink.
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
