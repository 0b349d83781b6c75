import { CircleCheck, CircleX, Copy } from 'lucide-react';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatSizeOf } from '#renderer/ui/format/size.ts';
import styles from './publish.module.css';
import type { PublishRun } from './publish-run.ts';

/** How far a publishing is, what came of it, or why it failed. */
export function PublishOutcome({ run }: { readonly run: PublishRun }) {
  const { publish: words } = useStrings();
  const actions = useActions();
  switch (run.state) {
    case 'running': {
      const { sent } = run;
      return (
        <div className={`${styles.running} tabular`} role="status">
          <Progress
            value={sent === null || sent.total === 0 ? null : sent.done}
            max={Math.max(1, sent?.total ?? 1)}
            label={words.progress}
          />
          <p>
            <span className={styles.name}>{sent === null ? words.starting : sent.name}</span>
            {sent !== null && <span>{formatSizeOf(sent.done, sent.total, words.of)}</span>}
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
            <strong>{words.done(publication.cluster, publication.version)}</strong>
          </p>
          <p className={styles.hint}>{words.uidHint}</p>
          <div className={styles.uid}>
            <code>{publication['Published-UID']}</code>
            <IconButton
              icon={Copy}
              label={words.copyUid}
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
