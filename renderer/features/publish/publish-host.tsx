import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { createPublisher } from './publisher.ts';

/** Mounts publishing on all screens: the dialog, the background runs, and the actions. */
export function PublishHost() {
  const api = useApi();
  const toast = useToast();
  const { publish: strings } = useStrings();
  const [publisher] = useState(() => createPublisher(api));
  const open = useStore(publisher.store, (state) => state.open);
  useEffect(() => publisher.listen(), [publisher]);
  useEffect(
    () =>
      publisher.store.subscribe(({ runs, open: shown }, { runs: before }) => {
        for (const [project, run] of Object.entries(runs)) {
          // Show no toast for the project of the open dialog, because the dialog shows the outcome.
          if (run === before[project] || run.state === 'running' || project === shown) continue;
          publisher.clear(project);
          if (run.state === 'done')
            toast.show({ tone: 'success', message: strings.done(run.cluster, run.publication.version) });
          else {
            const action = { label: strings.tryAgain, run: () => publisher.open(project) };
            toast.show({ tone: 'danger', message: strings.failed(run.cluster), detail: run.problem.detail, action });
          }
        }
      }),
    [publisher, toast, strings],
  );
  useOpened('publish', ({ project }) => publisher.open(project));
  if (open === null) return null;
  return <PublishDialog key={open} project={open} publisher={publisher} />;
}
