import { clsx } from 'clsx';
import {
  ArrowUpFromLine,
  ChevronDown,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FolderOpen,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  ShieldCheck,
  TriangleAlert,
  X,
} from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { bytesPerSecond, secondsLeft } from '#renderer/api/uploads/speed.ts';
import { canPause, type UploadPhase, type UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { ClashChoice } from '#renderer/api/uploads/uploads.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FactsLine } from '#renderer/ui/display/facts-line.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatSize, formatSizeOf } from '#renderer/ui/format/size.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import styles from './upload-item.module.css';

type Words = Catalogue['assets']['uploads'];

/** One upload with its progress and buttons. Its height is the same in all states. */
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
        {row.sameAs !== undefined && <span>{words.sameAs(row.sameAs)}</span>}
      </FactsLine>
    );
  }
  const isSame = phase.type === 'done' && row.sameAs !== undefined;
  const sentence = isSame ? words.sameAs(row.sameAs ?? '') : sentenceOf(phase, words);
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

/** The buttons for the current state of an upload. */
function UploadButtons({ row, clashes }: { readonly row: UploadRow; readonly clashes: number }) {
  const { uploads } = useApi();
  const { uploads: strings } = useStrings().assets;
  const { id, phase, name } = row;
  // Include the file name in the accessible name, because several rows have the same buttons.
  const withFileName = (label: string) => `${label}: ${name}`;
  const small = { size: 'sm', iconSize: 14 } as const;
  if (phase.type === 'done') {
    return <IconButton {...small} icon={X} label={withFileName(strings.dismiss)} onClick={() => uploads.dismiss(id)} />;
  }
  if (phase.type === 'conflict') return <ClashMenu id={id} label={withFileName(strings.choose)} clashes={clashes} />;
  const resume = () => void uploads.resume(id);
  const choose = () =>
    void pickFiles({ multiple: false }).then(([offered]) => offered && uploads.provideFile(id, offered));
  const isAllowed = phase.type === 'waiting' && phase.reason === 'permission';
  return (
    <>
      {canPause(phase) && (
        <IconButton
          {...small}
          icon={Pause}
          label={withFileName(strings.pause)}
          onClick={() => void uploads.pause(id)}
        />
      )}
      {phase.type === 'paused' && (
        <IconButton {...small} icon={Play} label={withFileName(strings.resume)} onClick={resume} />
      )}
      {phase.type === 'failed' && (
        <IconButton {...small} icon={RotateCcw} label={withFileName(strings.retry)} onClick={resume} />
      )}
      {isAllowed && <IconButton {...small} icon={ShieldCheck} label={withFileName(strings.allow)} onClick={resume} />}
      {phase.type === 'waiting' && (
        <IconButton {...small} icon={FolderOpen} label={withFileName(strings.chooseFile)} onClick={choose} />
      )}
      {phase.type !== 'cancelling' && phase.type !== 'finishing' && (
        <IconButton {...small} icon={X} label={withFileName(strings.cancel)} onClick={() => void uploads.cancel(id)} />
      )}
    </>
  );
}

interface ClashMenuProps {
  readonly id: string;
  readonly label: string;
  readonly clashes: number;
}

function ClashMenu({ id, label: name, clashes }: ClashMenuProps) {
  const { uploads } = useApi();
  const { uploads: strings } = useStrings().assets;
  const choices = [
    ['replace', strings.replace],
    ['keep-both', strings.keepBoth],
    ['skip', strings.skip],
  ] as const satisfies readonly (readonly [ClashChoice, string])[];
  const entries = (all: boolean): readonly MenuEntry[] =>
    choices.map(([choice, label]) => ({
      kind: 'command',
      id: `${choice}${all ? '-all' : ''}`,
      label,
      run: () => void uploads.choose(id, choice, all),
    }));
  const forAll: readonly MenuEntry[] =
    clashes > 1 ? [{ kind: 'heading', id: 'all', label: strings.forAll(clashes) }, ...entries(true)] : [];
  return (
    <Menu
      trigger={<IconButton size="sm" iconSize={14} icon={ChevronDown} label={name} variant="plain" />}
      align="end"
      entries={[...entries(false), ...forAll]}
    />
  );
}
