import { useMemo, useState } from 'react';
import type { InsertPort } from '#renderer/actions/ports.ts';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { InsertPalette } from './insert-palette.tsx';

/** The insert palette. Actions open it with the editor view `insert`. */
export function InsertHost() {
  const [open, setOpen] = useState(false);
  useEditorView(
    'insert',
    useMemo((): InsertPort => ({ open: () => setOpen(true) }), []),
  );
  return <InsertPalette open={open} onClose={() => setOpen(false)} />;
}
