import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { bytesPerSecond, secondsLeft } from '#renderer/api/uploads/speed.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FactsLine } from '#renderer/ui/display/facts-line.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type Bundles, createBundles } from './bundles.ts';
import styles from './transfer-progress.module.css';
import { phaseOf, type Transfer, type TransferStore } from './transfers.ts';

/**
 * Mounts imports and exports on all screens, so that a transfer continues when the user changes the screen. Toasts show
 * the progress.
 */
export function BundlesHost() {
  const api = useApi();
  const toasts = useToast();
  const strings = useStrings();
  const currentStrings = useRef(strings);
  useEffect(() => {
    currentStrings.current = strings;
  }, [strings]);
  const { desktop, navigation, opened } = useAppWindow();
  const { data: projects } = useProjects();
  const [bundles] = useState(() => {
    const createdBundles: Bundles = createBundles({
      ...{ api, toasts, desktop, navigation },
      strings: () => currentStrings.current,
      contentOf: (id) => <TransferProgress id={id} store={createdBundles.transfers} />,
    });
    return createdBundles;
  });
  useEffect(() => opened.addHandler('bundle', ({ files }) => void bundles.importFiles(files)), [opened, bundles]);
  useOpened('importProject', () => void bundles.choose());
  useOpened('exportProject', ({ project: uid }) => {
    const project = projects?.find((each) => each.uid === uid);
    if (project !== undefined) void bundles.exportProject(project);
  });
  return null;
}

/** The progress of a transfer in its toast. The size of the toast is constant. */
function TransferProgress({ id, store }: { readonly id: string; readonly store: TransferStore }) {
  const { bundles: words } = useStrings();
  const transfer = useStore(store, (transfers) => transfers[id]);
  if (transfer === undefined) return null;
  const isMoving = phaseOf(transfer) === 'moving';
  return (
    <div className={`${styles.root} tabular`}>
      <Progress
        value={isMoving ? transfer.done : null}
        max={Math.max(1, transfer.total ?? 1)}
        label={transfer.kind === 'import' ? words.import : words.export}
      />
      <FactsLine className={styles.facts} silent>
        <Facts transfer={transfer} />
      </FactsLine>
    </div>
  );
}

function Facts({ transfer }: { readonly transfer: Transfer }) {
  const { bundles: words } = useStrings();
  const { done, speed } = transfer;
  const total = transfer.total ?? 0;
  const phase = phaseOf(transfer);
  if (phase !== 'moving') return <span>{words[phase]}</span>;
  const rate = bytesPerSecond(speed);
  const remainingSeconds = secondsLeft(speed, total - done);
  return (
    <>
      <span>{formatSizeOf(done, total, words.of)}</span>
      {rate !== null && <span>{words.speed(formatSize(rate))}</span>}
      {remainingSeconds !== null && <span>{words.left(formatTimeLeft(remainingSeconds))}</span>}
    </>
  );
}
