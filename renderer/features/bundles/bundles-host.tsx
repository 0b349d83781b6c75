import { useEffect, useMemo, useRef, useState } from 'react';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type Bundles, createBundles } from './bundles.ts';
import { TransferProgress } from './transfer-progress.tsx';

/** Projects as files, over whatever screen: a bundle goes on from screen to screen, and shows in a toast. */
export function BundlesHost() {
  const api = useApi();
  const toasts = useToast();
  const strings = useStrings();
  const spoken = useRef(strings);
  useEffect(() => {
    spoken.current = strings;
  }, [strings]);
  const { desktop, navigation, opened } = useAppWindow();
  const { data: projects } = useProjects();
  const [bundles] = useState(() => {
    const made: Bundles = createBundles({
      ...{ api, toasts, desktop, navigation },
      strings: () => spoken.current,
      contentOf: (id) => <TransferProgress id={id} store={made.transfers} />,
    });
    return made;
  });
  useEffect(() => opened.take('bundle', ({ files }) => void bundles.importFiles(files)), [opened, bundles]);
  useActionPort(
    'bundles',
    useMemo(
      () => ({
        choose: () => void bundles.choose(),
        exportProject: (uid) => {
          const project = projects?.find((each) => each.uid === uid);
          if (project !== undefined) void bundles.exportProject(project);
        },
      }),
      [bundles, projects],
    ),
  );
  return null;
}
