import { type ReactNode, useRef } from 'react';

/**
 * Returns a function that opens the system dialog for a table file, and the `input` element that must be rendered for
 * it.
 */
export function useFileChooser(onFile: (file: File) => Promise<void>): {
  readonly open: () => void;
  readonly input: ReactNode;
} {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
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
          if (file !== undefined) void onFile(file);
        }}
      />
    ),
  };
}
