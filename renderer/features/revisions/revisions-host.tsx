import { lazy, Suspense } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';

const RevisionsDialog = lazy(() =>
  import('./revisions-dialog.tsx').then((module) => ({ default: module.RevisionsDialog })),
);

/** Mounts the dialog of revisions, which an action opens. */
export function RevisionsHost() {
  const revision = useDialog('revisions');
  if (revision === undefined) return null;
  return (
    <Suspense fallback={null}>
      <RevisionsDialog first={revision} onClose={() => closeDialog('revisions')} />
    </Suspense>
  );
}
