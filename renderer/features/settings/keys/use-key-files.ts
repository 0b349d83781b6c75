import { type KeyBindings, readBindings } from '#renderer/actions/keys/key-bindings.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { decodeText } from '#shared/lib/decode-text.ts';

/** Puts other bindings in the place of all that were chosen. */
export function useReplaceBindings(): (next: KeyBindings) => void {
  const { bindings, bind } = useActions();
  return (next) => {
    for (const id of Object.keys(bindings.getState())) if (!Object.hasOwn(next, id)) bind(id, null);
    for (const [id, keys] of Object.entries(next)) bind(id, keys);
  };
}

/** Keys as a file, to take along to another machine. */
export function useKeyFiles(): { readonly save: () => void; readonly open: () => void } {
  const { settings: words } = useStrings();
  const { actions, bindings } = useActions();
  const replace = useReplaceBindings();
  const toasts = useToast();
  const take = async (file: File) => {
    const read = readBindings(parse(await textOf(file)), actions);
    const count = Object.keys(read).length;
    if (count === 0) {
      toasts.show({ message: words.importFailed, tone: 'warning' });
      return;
    }
    replace(read);
    toasts.show({ message: words.imported(count) });
  };
  return {
    save: () => {
      const json = JSON.stringify(bindings.getState(), null, 2);
      const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = words.keysFile;
      link.click();
      URL.revokeObjectURL(url);
    },
    open: () => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.json,application/json';
      input.addEventListener('change', () => {
        const file = input.files?.[0];
        if (file !== undefined) void take(file);
      });
      input.click();
    },
  };
}

/** Bytes of a file of keys that is read: many times more than the largest has. */
const MOST_BYTES = 1024 * 1024;

/** Empty for a file that is no text in UTF-8, and so holds no keys. */
async function textOf(file: File): Promise<string> {
  return file.size > MOST_BYTES ? '' : (decodeText(new Uint8Array(await file.arrayBuffer())) ?? '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No keys, then.
    return null;
  }
}
