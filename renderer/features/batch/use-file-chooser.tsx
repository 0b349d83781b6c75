import { type ReactNode, useRef } from 'react';

/** Returns a function that opens the system's dialog for a table, and an `input` element that must be in the page. */
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
        accept=".csv,.tsv,.tab,.txt,.json,text/csv,text/tab-separated-values,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The input is reset, so that the user can choose the same file again after a change.
          event.target.value = '';
          if (file !== undefined) void onFile(file);
        }}
      />
    ),
  };
}
