import { RotateCw, Send, Settings } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useClusters } from '#renderer/api/queries/use-publishing.ts';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { PublishContents } from './publish-contents.tsx';
import { PublishOutcome } from './publish-outcome.tsx';
import type { Publisher } from './publisher.ts';

export interface PublishDialogProps {
  readonly project: string;
  readonly publisher: Publisher;
}

const lastCluster = 'last-cluster';

/** Asks where to, says what will be there, shows how far it is, and what came of it. */
export function PublishDialog({ project, publisher }: PublishDialogProps) {
  const { publish: words, kit } = useStrings();
  const desktop = useDesktop();
  const { go } = useNavigation();
  const entry = useProjects().data?.find(({ uid }) => uid === project);
  const { data: clusters, error } = useClusters();
  const run = useStore(publisher.store, ({ runs }) => runs[project] ?? null);
  const [chosen, setChosen] = useState(() => run?.cluster ?? readStored(lastCluster));
  const cluster = clusters?.find(({ name }) => name === chosen) ?? clusters?.[0] ?? null;
  const start = () => {
    if (cluster === null || run?.state === 'running') return;
    writeStored(lastCluster, cluster.name);
    void publisher.publish(project, cluster.name);
  };
  const openSettings = () => {
    publisher.close();
    go({ screen: 'settings' });
  };
  const foot = () => {
    switch (run?.state) {
      case 'running':
        return (
          <>
            <Button onClick={() => publisher.stop(project)}>{words.stop}</Button>
            <Button variant="primary" onClick={publisher.close}>
              {words.background}
            </Button>
          </>
        );
      case 'done':
        return (
          <Button variant="primary" onClick={publisher.close}>
            {words.close}
          </Button>
        );
      case 'failed':
      case undefined:
        return (
          <>
            {desktop !== null && (
              <Button variant="quiet" icon={Settings} style={{ marginRight: 'auto' }} onClick={openSettings}>
                {words.clusters}
              </Button>
            )}
            <Button onClick={publisher.close}>{kit.cancel}</Button>
            <Button
              type="submit"
              variant="primary"
              icon={run === null ? Send : RotateCw}
              disabled={cluster === null || entry === undefined}
            >
              {run === null ? words.submit : words.tryAgain}
            </Button>
          </>
        );
    }
  };
  return (
    <Dialog
      open
      onClose={publisher.close}
      size="md"
      title={words.title(entry?.name ?? '')}
      description={run?.state === 'done' ? undefined : words.description}
      onSubmit={start}
      footer={foot()}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        {run?.state !== 'done' && (
          <Field
            label={words.to}
            problem={error === null ? undefined : words.noClusters}
            hint={cluster?.kind === 'service' ? words.serviceHint : words.localHint}
          >
            <Select
              value={cluster?.name ?? null}
              onChange={setChosen}
              disabled={run?.state === 'running'}
              options={(clusters ?? []).map(({ name, url }) => ({ value: name, label: name, hint: url ?? words.here }))}
            />
          </Field>
        )}
        {run !== null && <PublishOutcome run={run} />}
        {entry !== undefined && run?.state !== 'done' && (
          <PublishContents project={entry} cluster={cluster?.name ?? null} />
        )}
      </div>
    </Dialog>
  );
}
