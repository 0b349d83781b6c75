import { clsx } from 'clsx';
import {
  ArrowUpFromLine,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { bytesPerSecond, secondsLeft } from '#renderer/api/uploads/speed.ts';
import type { UploadPhase, UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FactsLine } from '#renderer/ui/display/facts-line.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import { UploadButtons } from './upload-buttons.tsx';
import styles from './upload-item.module.css';

type Words = Catalogue['assets']['uploads'];

/** One upload: what it is, how far, what can be done. Always of the same height. */
export function UploadItem({ row, clashes }: { readonly row: UploadRow; readonly clashes: number }) {
  const { assets } = useStrings();
  const { name, size, bytesDone, phase } = row;
  const look = lookOf(phase);
  return (
    <li className={clsx(styles.item, 'tabular')} data-phase={phase.type}>
      <div className={styles.head}>
        <Icon icon={look.icon} size={14} className={styles[look.tone]} />
        <FileName name={name} className={styles.name} />
        <UploadButtons row={row} clashes={clashes} />
      </div>
      <Progress
        value={size === 0 ? 1 : bytesDone}
        max={Math.max(1, size)}
        label={name}
        tone={look.bar}
        className={styles.bar}
      />
      <Facts row={row} words={assets.uploads} />
    </li>
  );
}

function Facts({ row, words }: { readonly row: UploadRow; readonly words: Words }) {
  const { size, bytesDone, phase, speed } = row;
  if (phase.type === 'running') {
    const rate = bytesPerSecond(speed);
    const left = secondsLeft(speed, size - bytesDone);
    return (
      <FactsLine className={styles.facts}>
        <span>{formatSizeOf(bytesDone, size, words.of)}</span>
        {rate !== null && <span>{words.speed(formatSize(rate))}</span>}
        {left !== null && <span>{words.left(formatTimeLeft(left))}</span>}
      </FactsLine>
    );
  }
  const sentence = sentenceOf(phase, words);
  const showsSize = phase.type !== 'conflict' && phase.type !== 'failed' && phase.type !== 'waiting';
  return (
    <FactsLine className={styles.facts}>
      <span className={styles[lookOf(phase).words]} title={sentence}>
        {sentence}
      </span>
      {showsSize && <span>{phase.type === 'paused' ? formatSizeOf(bytesDone, size, words.of) : formatSize(size)}</span>}
    </FactsLine>
  );
}

function sentenceOf(phase: Exclude<UploadPhase, { type: 'running' }>, words: Words): string {
  switch (phase.type) {
    case 'waiting':
      return words.waiting[phase.reason];
    case 'conflict':
      return words.conflict(phase.existing);
    case 'done':
      return phase.isKnown === true ? words.known : words.done;
    case 'failed': {
      const { title, detail } = problemWords(phase.error);
      return `${title}. ${detail}`;
    }
    default:
      return words[phase.type];
  }
}

interface Look {
  readonly icon: LucideIcon;
  readonly tone: 'accent' | 'success' | 'warning' | 'danger' | 'quiet';
  readonly words: 'warning' | 'danger' | 'quiet';
  readonly bar: 'accent' | 'success' | 'danger' | 'muted';
}

const looks: Readonly<Record<UploadPhase['type'], Look>> = {
  queued: { icon: Clock, tone: 'quiet', words: 'quiet', bar: 'muted' },
  checking: { icon: ArrowUpFromLine, tone: 'accent', words: 'quiet', bar: 'accent' },
  running: { icon: ArrowUpFromLine, tone: 'accent', words: 'quiet', bar: 'accent' },
  retrying: { icon: TriangleAlert, tone: 'warning', words: 'warning', bar: 'muted' },
  finishing: { icon: ArrowUpFromLine, tone: 'accent', words: 'quiet', bar: 'accent' },
  paused: { icon: CirclePause, tone: 'quiet', words: 'quiet', bar: 'muted' },
  waiting: { icon: TriangleAlert, tone: 'warning', words: 'warning', bar: 'muted' },
  conflict: { icon: TriangleAlert, tone: 'warning', words: 'warning', bar: 'muted' },
  failed: { icon: CircleX, tone: 'danger', words: 'danger', bar: 'danger' },
  cancelling: { icon: CircleX, tone: 'quiet', words: 'quiet', bar: 'muted' },
  done: { icon: CircleCheck, tone: 'success', words: 'quiet', bar: 'success' },
};

function lookOf(phase: UploadPhase): Look {
  return looks[phase.type];
}
