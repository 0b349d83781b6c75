import { CirclePause, CirclePlay, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { openDialog } from '#renderer/actions/dialogs.ts';
import type { FarmTask, FarmWorker } from '#renderer/api/queries/use-farm.ts';
import { useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatCount, formatNumber, formatPercent } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from './farm-screen.module.css';
import { SHOWN_WORKERS, shownTasks, taskProgress } from './farm-view.ts';

export interface WorkerTableProps {
  readonly workers: readonly FarmWorker[];
  /** The total number of workers, which can exceed the number of listed workers. */
  readonly inAll: number;
}

/** A table with a row for each worker: its state, its load, and its active jobs. */
export function WorkerTable({ workers, inAll }: WorkerTableProps) {
  const { farm: strings } = useStrings();
  const { columns } = strings;
  const shown = workers.slice(0, SHOWN_WORKERS);
  return (
    <section className={styles.group}>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <caption className="visually-hidden">{strings.table}</caption>
          <thead>
            <tr>
              <th scope="col">{columns.worker}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.load}</th>
              <th scope="col">{columns.makes}</th>
              <th scope="col" data-right>
                {columns.frames}
              </th>
              <th scope="col">{columns.made}</th>
              <th scope="col">{columns.since}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((worker) => (
              <WorkerLine key={worker.id} worker={worker} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < inAll && (
        <p className={styles.versions}>{strings.cut(formatCount(shown.length), formatCount(inAll))}</p>
      )}
    </section>
  );
}

const stateIcons: Readonly<Record<FarmWorker['state'], LucideIcon>> = {
  working: CirclePlay,
  idle: CirclePause,
  draining: Hourglass,
  other: TriangleAlert,
};
const stateTones: Readonly<Record<FarmWorker['state'], BadgeProps['tone']>> = {
  working: 'success',
  idle: 'plain',
  draining: 'accent',
  other: 'warning',
};

const WorkerLine = memo(function WorkerLine({ worker }: { readonly worker: FarmWorker }) {
  const { farm: strings } = useStrings();
  const { name, state, why, maker: toolchain, load, cores, memoryBytes, made } = worker;
  return (
    <tr>
      <th scope="row">
        <span className={styles.workerName} title={name}>
          {name}
        </span>
        <span
          className={styles.under}
          title={strings.versions(toolchain.engine, toolchain.ffmpeg, toolchain.canvasKit)}
        >
          {strings.coresAndMemory(cores, formatSize(memoryBytes))}
        </span>
      </th>
      <td>
        <Badge tone={stateTones[state]} icon={stateIcons[state]}>
          {strings.states[state]}
        </Badge>
        {why !== null && state === 'other' && <span className={styles.why}>{say(why)}</span>}
      </td>
      <td>
        <span className={`${styles.load} tabular`}>
          <Progress value={load} label={strings.loadOf(name)} tone={state === 'other' ? 'muted' : 'accent'} />
          <span className={styles.percent}>{formatPercent(load)}</span>
        </span>
      </td>
      <td>
        <Tasks tasks={worker.doing} />
      </td>
      <td className="tabular" data-right>
        {worker.framesPerSecond > 0 ? formatNumber(worker.framesPerSecond, 0) : strings.none}
      </td>
      <td className="tabular">
        {strings.madeFilms(made.films, formatCount(made.films))}
        <span className={styles.under}>{strings.madeParts(made.parts, formatCount(made.parts))}</span>
        {made.failures > 0 && <span className={styles.under}>{strings.failures(formatCount(made.failures))}</span>}
      </td>
      <td className="tabular">{formatMoment(new Date(worker.startedAt), new Date())}</td>
    </tr>
  );
});

function Tasks({ tasks }: { readonly tasks: readonly FarmTask[] }) {
  const { farm: strings } = useStrings();
  const { shown: visibleTasks, more } = shownTasks(tasks);
  if (tasks.length === 0) return <span className={styles.nothing}>{strings.none}</span>;
  return (
    <ul className={styles.tasks}>
      {visibleTasks.map((task) => (
        <li key={task.order}>
          <Task task={task} />
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{strings.more(more)}</li>}
    </ul>
  );
}

/** A task: a film, or parts of a film. A click shows the film in the render queue. */
function Task({ task }: { readonly task: FarmTask }) {
  const { farm: strings } = useStrings();
  const session = useRenderSessionStore();
  const { kind, render, project, film: whole } = task;
  const film = task.name ?? (project === null ? strings.unknownFilm : render);
  const name = kind === 'film' ? film : strings.partsOf(film);
  const share = taskProgress(task);
  const percent = formatPercent(share);
  const figures = (
    <>
      <span className={styles.taskName}>
        {name}
        {whole !== null && (
          <span className={styles.under}>{strings.wholeFilm(formatPercent(taskProgress(whole)))}</span>
        )}
      </span>
      <Progress value={share} label={name} className={styles.taskBar} />
      <span className={`${styles.percent} tabular`}>{percent}</span>
    </>
  );
  if (project === null) return <span className={styles.task}>{figures}</span>;
  return (
    <button
      type="button"
      className={styles.task}
      aria-label={strings.showInQueue(name, percent)}
      onClick={() => {
        openDialog('queue', null);
        session.setState({ revealed: render });
      }}
    >
      {figures}
    </button>
  );
}
