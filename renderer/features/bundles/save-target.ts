import { BUNDLE_EXTENSION, BUNDLE_TYPE } from '#shared/names/bundle-name.ts';
import type { DownloadSink } from './save-stream.ts';

interface SaveHandle {
  readonly name: string;
  createWritable(): Promise<DownloadSink>;
}

type SavePicker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, string[]>> }[];
}) => Promise<SaveHandle>;

/** Asks where to save a file; `none` where the browser cannot ask and uses its own folder for downloads. */
export type SaveTarget =
  | { readonly kind: 'file'; readonly handle: SaveHandle }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' };

/** Asks for a place. Call it from a click. */
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

/** Only where the browser has it: TypeScript does not know it, for it is no standard of all. */
function pickerOf(target: Window & { readonly showSaveFilePicker?: SavePicker }): SavePicker | null {
  const { showSaveFilePicker } = target;
  return showSaveFilePicker === undefined ? null : (options) => showSaveFilePicker.call(target, options);
}

/** Has the browser download an address. */
export function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Asks for a bundle; none where nothing was chosen. Call it from a click. */
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
