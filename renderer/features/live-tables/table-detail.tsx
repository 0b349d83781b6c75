import {
  Check,
  Eye,
  FileSpreadsheet,
  type LucideIcon,
  Pause,
  Play,
  RefreshCw,
  Settings,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import {
  type LiveTable,
  type LiveTableCommand,
  useDeleteLiveTable,
  useLiveTable,
  useLiveTableCommand,
  useReadLiveTable,
} from '#renderer/api/queries/use-live-tables.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatClockSeconds } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { isSame, sourceText } from './live-table-view.ts';
import styles from './live-tables.module.css';
import { changeTexts, History, readingText } from './table-history.tsx';
import { TableRows, useOpenTable } from './table-rows.tsx';

export interface TableDetailProps {
  readonly project: string;
  readonly table: string;
  /** Opens the settings of the table. */
  readonly onSettings: (table: LiveTable) => void;
  readonly onStopped: () => void;
}

/**
 * A live table with its state, commands, rows, and readings, and the decision about a change that a guard holds back.
 */
export function TableDetail({ project, table: id, onSettings, onStopped }: TableDetailProps) {
  const { liveTables: strings } = useStrings();
  const query = useLiveTable(project, id);
  const [view, setView] = useState<'rows' | 'history'>('rows');
  const name = useRef<HTMLHeadingElement>(null);
  const { data: table } = query;
  if (table === undefined) {
    return (
      <section className={styles.detail}>
        <LoadFallback query={query} title={strings.missing}>
          <Skeleton height={120} />
          <Skeleton height={240} />
        </LoadFallback>
      </section>
    );
  }
  const views = (
    <Segmented
      label={strings.title}
      value={view}
      onChange={setView}
      options={[
        { value: 'rows', label: strings.rows, count: formatCount(table.counts.rows) },
        { value: 'history', label: strings.history },
      ]}
    />
  );
  return (
    <section aria-label={table.settings.name} className={styles.detail}>
      <DetailHead table={table} nameRef={name} onSettings={() => onSettings(table)} onStopped={onStopped} />
      <div role="status" className={styles.status}>
        {table.problem !== null && <Warning>{say(table.problem, { plain: true })}</Warning>}
      </div>
      {table.guard !== null && (
        // The bar disappears with its focused button.
        <GuardBar table={table} guard={table.guard} onDecided={() => name.current?.focus()} />
      )}
      <Facts table={table} />
      <Notes table={table} />
      {view === 'rows' ? <TableRows table={table} views={views} /> : <History table={table} views={views} />}
    </section>
  );
}

const stateTones: Readonly<Record<LiveTable['state'], BadgeProps['tone']>> = {
  watching: 'success',
  paused: 'plain',
  guarded: 'warning',
  unreadable: 'danger',
};
const stateIcons: Readonly<Record<LiveTable['state'], LucideIcon>> = {
  watching: Eye,
  paused: Pause,
  guarded: TriangleAlert,
  unreadable: TriangleAlert,
};

/** The state of a live table as a badge. */
export function StateBadge({ state }: Pick<LiveTable, 'state'>) {
  const { liveTables: strings } = useStrings();
  return (
    <Badge tone={stateTones[state]} icon={stateIcons[state]}>
      {strings.states[state]}
    </Badge>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon icon={TriangleAlert} className={styles.warningIcon} />
      <span>{children}</span>
    </p>
  );
}

interface DetailHeadProps {
  readonly table: LiveTable;
  readonly nameRef: Ref<HTMLHeadingElement>;
  readonly onSettings: () => void;
  readonly onStopped: () => void;
}

/** The name, state, and commands of the table. */
function DetailHead({ table, nameRef, onSettings, onStopped }: DetailHeadProps) {
  const { liveTables: strings } = useStrings();
  const toasts = useToast();
  const [isStopping, setStopping] = useState(false);
  const read = useReadLiveTable(table.project, table.id);
  const command = useCommand(table);
  const openTable = useOpenTable(table);
  const { state, settings } = table;
  const readNow = () =>
    read.mutate(undefined, {
      onSuccess: ({ added, changed, removed, guard }) => {
        const counts = { added: added.length, changed: changed.length, removed: removed.length };
        // The bar about the guard describes the changes.
        if (guard !== null) return;
        const message = isSame(counts) ? strings.readSame : strings.read(...changeTexts(counts));
        toasts.show({ id: 'live-table-read', message, tone: 'success' });
      },
      onError: (error) => toasts.show({ message: strings.notRead, detail: problemText(error), tone: 'danger' }),
    });
  return (
    <header className={styles.head}>
      <h2
        ref={nameRef}
        tabIndex={-1}
        className={styles.name}
        title={settings.name}
        onDoubleClick={openTable ?? undefined}
      >
        {settings.name}
      </h2>
      <StateBadge state={state} />
      <span className={styles.space} />
      {openTable !== null && (
        <Button size="sm" icon={FileSpreadsheet} onClick={openTable}>
          {strings.openTable}
        </Button>
      )}
      <Button size="sm" icon={RefreshCw} busy={read.isPending} onClick={readNow}>
        {strings.readNow}
      </Button>
      {state === 'paused' ? (
        <Button key="hold" size="sm" icon={Play} busy={command.isPending} onClick={() => command.run('resume')}>
          {strings.resume}
        </Button>
      ) : (
        state !== 'guarded' && (
          <Button key="hold" size="sm" icon={Pause} busy={command.isPending} onClick={() => command.run('pause')}>
            {strings.pause}
          </Button>
        )
      )}
      <Button size="sm" icon={Settings} onClick={onSettings}>
        {strings.settings}
      </Button>
      <Button size="sm" variant="danger" icon={Square} onClick={() => setStopping(true)}>
        {strings.stop}
      </Button>
      {isStopping && <StopDialog table={table} onClose={() => setStopping(false)} onStopped={onStopped} />}
    </header>
  );
}

/** Returns a function that runs commands on a live table. Toasts show refusals. */
function useCommand({ project, id }: LiveTable) {
  const { liveTables: strings } = useStrings();
  const toasts = useToast();
  const { isPending, mutate } = useLiveTableCommand(project, id);
  return {
    isPending,
    run: (command: LiveTableCommand, onSuccess: () => void = () => undefined) =>
      mutate(command, {
        onSuccess,
        onError: (error) => toasts.show({ message: strings.didNotWork, detail: problemText(error), tone: 'danger' }),
      }),
  };
}

interface StopDialogProps extends Pick<DetailHeadProps, 'table' | 'onStopped'> {
  readonly onClose: () => void;
}

/** A confirmation before the settings and the history of a table are deleted. */
function StopDialog({ table, onClose, onStopped }: StopDialogProps) {
  const { liveTables: strings } = useStrings();
  const toasts = useToast();
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useDeleteLiveTable(table.project);
  const stop = () =>
    remove.mutate(table.id, {
      onSuccess: onStopped,
      onError: (error) => {
        toasts.show({ message: strings.didNotWork, detail: problemText(error), tone: 'danger' });
        onClose();
      },
    });
  return (
    <Dialog
      open={true}
      size="sm"
      onClose={onClose}
      initialFocus={cancel}
      title={strings.stopTitle(table.settings.name)}
      onSubmit={stop}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            {strings.stopNow}
          </Button>
        </>
      }
    >
      <p>{strings.stopHint}</p>
    </Dialog>
  );
}

interface GuardBarProps {
  readonly table: LiveTable;
  readonly guard: NonNullable<LiveTable['guard']>;
  readonly onDecided: () => void;
}

/** The change that a guard holds back, with buttons to apply or reject it. */
function GuardBar({ table, guard, onDecided }: GuardBarProps) {
  const { liveTables: strings } = useStrings();
  const command = useCommand(table);
  return (
    <div role="alert" className={styles.guard}>
      <Icon icon={TriangleAlert} className={styles.warningIcon} />
      <p className={styles.guardText}>
        <strong>{say(guard, { plain: true })}</strong> {strings.guardTitle}
      </p>
      <Button
        size="sm"
        variant="primary"
        icon={Check}
        busy={command.isPending}
        onClick={() => command.run('apply', onDecided)}
      >
        {strings.apply}
      </Button>
      <Button size="sm" busy={command.isPending} onClick={() => command.run('resume', onDecided)}>
        {strings.keepOld}
      </Button>
    </div>
  );
}

function Facts({ table }: { readonly table: LiveTable }) {
  const { liveTables: strings } = useStrings();
  const { settings, lastReading, nextReadingAt, state, keyColumn, counts } = table;
  const source = sourceText(settings);
  const chosenKey = settings.key === undefined ? strings.automaticKey : (settings.key ?? strings.noKey);
  const next =
    state === 'guarded'
      ? strings.afterDecision
      : state === 'paused'
        ? strings.notWhilePaused
        : nextReadingAt === null
          ? strings.onChange
          : formatClockSeconds(new Date(nextReadingAt));
  return (
    <dl className={`${styles.facts} tabular`}>
      <Fact name={strings.source} value={source} />
      {settings.form?.sheet !== undefined && <Fact name={strings.sheet} value={settings.form.sheet} />}
      <Fact name={strings.template} value={settings.movie} />
      <Fact name={strings.key} value={lastReading === null ? chosenKey : (keyColumn ?? strings.noKey)} />
      <Fact name={strings.films} value={strings.counts(formatCount(counts.current), formatCount(counts.rows))} />
      <Fact
        name={strings.lastReading}
        value={lastReading === null ? strings.never : readingText(lastReading, strings)}
        isLong={true}
      />
      <Fact name={strings.nextReading} value={next} />
    </dl>
  );
}

function Fact({
  name,
  value,
  isLong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isLong?: boolean;
}) {
  return (
    <div className={styles.fact} data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  );
}

/** The number of rows without a key, and of the cells or rows that the last reading ignored. */
function Notes({ table }: { readonly table: LiveTable }) {
  const { liveTables: strings } = useStrings();
  const [isOpen, setOpen] = useState(table.rowProblems.length > 0);
  const { rowProblems, notes } = table;
  const all = [...rowProblems, ...notes];
  if (all.length === 0) return null;
  const label =
    rowProblems.length > 0
      ? strings.rowProblems(formatCount(rowProblems.length), rowProblems.length === 1)
      : strings.notes(formatCount(notes.length));
  return (
    <Disclosure label={label} open={isOpen} onOpenChange={setOpen}>
      <ul className={styles.notes}>
        {all.map((note) => (
          <li key={`${note.code} ${note.message}`}>{say(note, { plain: true })}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
