import { lazy, Suspense, useMemo, useState } from 'react';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';

const RevisionsDialog = lazy(() =>
  import('./revisions-dialog.tsx').then((module) => ({ default: module.RevisionsDialog })),
);

/** Opens the revisions of the open template whenever an action asks for them. */
export function RevisionsHost() {
  const [open, setOpen] = useState(false);
  useActionPort(
    'revisions',
    useMemo(() => ({ openRevisions: () => setOpen(true) }), []),
  );
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <RevisionsDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
