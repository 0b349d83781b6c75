import { CircleCheck, CircleX, Copy, RotateCw, Send, Settings, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { useClusters, useMissing } from '#renderer/api/queries/use-publishing.ts';
import { publishedWhen } from '#renderer/project/published-badge.tsx';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './publish.module.css';
import type { PublishRun } from './publish-run.ts';
import type { Publisher } from './publisher.ts';

export interface PublishDialogProps {
  readonly project: string;
  readonly publisher: Publisher;
}

const lastCluster = 'last-cluster';

/**
 * The publish dialog. It asks for the cluster, lists the contents of the publication, and shows the progress and the
 * outcome.
 */
export function PublishDialog({ project, publisher }: PublishDialogProps) {
  const { publish: strings, kit } = useStrings();
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
            <Button onClick={() => publisher.stop(project)}>{strings.stop}</Button>
            <Button variant="primary" onClick={publisher.close}>
              {strings.background}
            </Button>
          </>
        );
      case 'done':
        return (
          <Button variant="primary" onClick={publisher.close}>
            {strings.close}
          </Button>
        );
      case 'failed':
      case undefined:
        return (
          <>
            {desktop !== null && (
              <Button variant="quiet" icon={Settings} style={{ marginRight: 'auto' }} onClick={openSettings}>
                {strings.clusters}
              </Button>
            )}
            <Button onClick={publisher.close}>{kit.cancel}</Button>
            <Button
              type="submit"
              variant="primary"
              icon={run === null ? Send : RotateCw}
              disabled={cluster === null || entry === undefined}
            >
              {run === null ? strings.submit : strings.tryAgain}
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
      title={strings.title(entry?.name ?? '')}
      description={run?.state === 'done' ? undefined : strings.description}
      onSubmit={start}
      footer={foot()}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        {run?.state !== 'done' && (
          <Field
            label={strings.to}
            problem={error === null ? undefined : strings.noClusters}
            hint={cluster?.kind === 'service' ? strings.serviceHint : strings.localHint}
          >
            <Select
              value={cluster?.name ?? null}
              onChange={setChosen}
              disabled={run?.state === 'running'}
              options={(clusters ?? []).map(({ name, url }) => ({
                value: name,
                label: name,
                hint: url ?? strings.here,
              }))}
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

/** The progress, the outcome, or the error of a publication. */
function PublishOutcome({ run }: { readonly run: PublishRun }) {
  const { publish: strings } = useStrings();
  const actions = useActions();
  switch (run.state) {
    case 'running': {
      const { sent } = run;
      return (
        <div className={`${styles.running} tabular`} role="status">
          <Progress
            value={sent === null || sent.total === 0 ? null : sent.done}
            max={Math.max(1, sent?.total ?? 1)}
            label={strings.progress}
          />
          <p>
            <span className={styles.name}>{sent === null ? strings.starting : sent.name}</span>
            {sent !== null && <span>{formatSizeOf(sent.done, sent.total, strings.of)}</span>}
          </p>
        </div>
      );
    }
    case 'done': {
      const { publication } = run;
      return (
        <div role="status" className={styles.outcome}>
          <p className={styles.done}>
            <Icon icon={CircleCheck} />
            <strong>{strings.done(publication.cluster, publication.version)}</strong>
          </p>
          <p className={styles.hint}>{strings.uidHint}</p>
          <div className={styles.uid}>
            <code>{publication['Published-UID']}</code>
            <IconButton
              icon={Copy}
              label={strings.copyUid}
              size="sm"
              onClick={() => actions.context().clipboard.write(publication['Published-UID'])}
            />
          </div>
        </div>
      );
    }
    case 'failed': {
      const { title, detail, next } = run.problem;
      return (
        <div role="alert" className={styles.outcome}>
          <p className={styles.failed}>
            <Icon icon={CircleX} />
            <strong>{title}</strong>
          </p>
          <p>{detail}</p>
          {next !== '' && <p className={styles.hint}>{next}</p>}
        </div>
      );
    }
    default:
      return run satisfies never;
  }
}

export interface PublishContentsProps {
  readonly project: ProjectEntry;
  /** The chosen cluster; null if there is none. */
  readonly cluster: string | null;
}

/** The contents of the publication, the previous publication, and the missing assets of the project. */
function PublishContents({ project, cluster }: PublishContentsProps) {
  const { publish: strings } = useStrings();
  const missing = useMissing().data?.get(project.uid) ?? [];
  const before = project.published.find((each) => each.cluster === cluster);
  const { counts, bytes } = project;
  const rows = [
    [strings.templates, formatCount(counts.templates)],
    [strings.movies, formatCount(counts.movies)],
    [strings.assets, strings.assetsOf(formatCount(counts.assets), formatSize(bytes))],
    [
      strings.lastThere,
      before === undefined ? strings.neverThere : strings.versionOf(before.version, publishedWhen(before)),
    ],
  ] as const;
  return (
    <>
      <dl className={`${styles.contents} tabular`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className={styles.warning}>
          <Icon icon={Unlink} size={14} />
          <span>{strings.missing(missing.map(({ name }) => name))}</span>
        </p>
      )}
    </>
  );
}
