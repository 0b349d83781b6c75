import { type ReactNode, useRef } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/**
 * Returns a function that opens the system dialog for a table file, and the `input` element that must be rendered for
 * it. On the desktop, `onFile` also gets the token of the file, with which the service can watch it.
 */
export function useFileChooser(onFile: (file: File, token: string | null) => Promise<void>): {
  readonly open: () => void;
  readonly input: ReactNode;
} {
  const { batch } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const input = useRef<HTMLInputElement>(null);
  const openOnDesktop = async (): Promise<void> => {
    const [chosen] = (await desktop?.chooseFiles({ kind: 'table', many: false })) ?? [];
    if (chosen === undefined) return;
    const answer = await fetch(chosen.url);
    if (!answer.ok) throw new Error(`The file answers ${answer.status}.`);
    const { name, lastModified, token } = chosen;
    await onFile(new File([await answer.blob()], name, { lastModified }), token);
  };
  return {
    open: () => {
      if (desktop === null) input.current?.click();
      else
        openOnDesktop().catch(() =>
          toasts.show({
            ...{ id: 'batch-table', message: batch.faultTitle, detail: batch.faults.unreadable, tone: 'danger' },
          }),
        );
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden={true}
        accept=".xlsx,.xlsm,.ods,.fods,.csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Reset the input, so that the same file can be chosen again.
          event.target.value = '';
          if (file !== undefined) void onFile(file, null);
        }}
      />
    ),
  };
}
