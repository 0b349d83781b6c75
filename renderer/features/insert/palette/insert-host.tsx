import { useMemo, useState } from 'react';
import type { InsertPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { InsertPalette } from './insert-palette.tsx';

/** The insert palette over the editor, and what opens it. */
export function InsertHost() {
  const [open, setOpen] = useState(false);
  useActionPort(
    'insert',
    useMemo((): InsertPort => ({ open: () => setOpen(true) }), []),
  );
  return <InsertPalette open={open} onClose={() => setOpen(false)} />;
}
