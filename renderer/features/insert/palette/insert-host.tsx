import { useMemo, useState } from 'react';
import type { InsertPort } from '../../../actions/model/ports.ts';
import { useActionPort } from '../../../actions/runtime/use-actions.tsx';
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
