import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import type { RowStatus } from '#renderer/project/batch-rows.ts';
import { outdatedWords } from '#renderer/project/outdated-films.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatPercent } from '#renderer/ui/format/number.ts';
import type { RowVerdict } from '../model/use-row-checks.ts';
import styles from './row-table.module.css';

const ICONS: Record<RowStatus['kind'], LucideIcon> = {
  checking: CircleDashed,
  ready: CircleDashed,
  warning: TriangleAlert,
  invalid: CircleX,
  queued: Clock,
  running: LoaderCircle,
  done: CircleCheck,
  outdated: RefreshCw,
  failed: CircleX,
  cancelled: CircleSlash,
};

/** The status of a row as an icon and a word. */
export function RowStatusLabel({ status, row }: { readonly status: RowStatus; readonly row: number }) {
  const strings = useStrings();
  const { batch } = strings;
  const { kind } = status;
  if (kind === 'running') {
    return (
      <span className={styles.status}>
        <Progress value={status.share} label={batch.row(row + 1, batch.states.running)} className={styles.bar} />
        {formatPercent(status.share)}
      </span>
    );
  }
  return (
    <span
      className={styles.status}
      data-kind={kind}
      title={kind === 'outdated' ? outdatedWords(status.by, strings) : undefined}
    >
      <Icon icon={ICONS[kind]} size={14} />
      {batch.states[kind]}
    </span>
  );
}

/** The maximum number of findings in the tooltip of a verdict. */
const MAX_LISTED = 5;

/** The verdict of the film check about a row as an icon and the number of its findings. */
export function VerdictLabel({ verdict: { verdict, findings } }: { readonly verdict: RowVerdict }) {
  const { check } = useStrings();
  const count = (severity: 'error' | 'warning') => findings.filter((each) => each.severity === severity).length;
  const kind = verdict === 'failed' ? 'invalid' : verdict === 'warned' ? 'warning' : 'done';
  const listed = findings.slice(0, MAX_LISTED).map(({ says }) => say(says));
  return (
    <span className={styles.status} data-kind={kind} title={listed.join('\n')}>
      <Icon icon={ICONS[kind]} size={14} />
      <span className={styles.words}>
        {verdict === 'passed' ? check.passed : check.findings(count('error'), count('warning'))}
      </span>
    </span>
  );
}
