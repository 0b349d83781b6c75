import { lazy, Suspense, useMemo, useState } from 'react';
import { useEditorView } from '#renderer/actions/use-actions.tsx';

const RevisionsDialog = lazy(() =>
  import('./revisions-dialog.tsx').then((module) => ({ default: module.RevisionsDialog })),
);

/** Mounts the dialog of revisions, which an action opens. */
export function RevisionsHost() {
  const [open, setOpen] = useState(false);
  useEditorView(
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
