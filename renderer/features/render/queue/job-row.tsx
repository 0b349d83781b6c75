import { clsx } from 'clsx';
import { ArrowUpToLine, Download, Ellipsis, Link2, RotateCw, X } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { filmFileUrl } from '#renderer/api/client/media-urls.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import type { OutdatedFilm } from '#renderer/api/queries/use-outdated.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { nameOf } from '#renderer/project/save-film.ts';
import { useRenderSession, useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadUrl } from '#renderer/ui/browser/download.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { isActive } from '../jobs/queue-summary.ts';
import { type JobCommands, useJobCommands } from '../jobs/use-job-commands.ts';
import { hasNoNewerRender } from '../jobs/use-render-outdated.ts';
import { JobFacts } from './job-facts.tsx';
import styles from './job-row.module.css';
import { JobThumb } from './job-thumb.tsx';

export interface JobRowProps {
  readonly render: RenderEntry;
  /** A text that distinguishes the render from others with the same name; null if the name is unique. */
  readonly distinction: string | null;
  /** The outdated film with its reasons; null if the film is up to date. */
  readonly outdated: OutdatedFilm | null;
}

/** A render in the list with its name, progress, and commands. */
export const JobRow = memo(function JobRow({ render, distinction, outdated }: JobRowProps) {
  const { render: strings } = useStrings();
  const commands = useJobCommands(render, outdated !== null && hasNoNewerRender(outdated));
  const element = useRevealed<HTMLLIElement>(render.id);
  const [notesChosen, setNotesChosen] = useState<boolean | null>(null);
  // The notes of a film with a damaged source are expanded by default.
  const notesShown = notesChosen ?? render.warnings.some(({ code }) => code === 'source/damaged');
  const file = nameOf(render, strings);
  const name = distinction === null ? file : strings.distinctName(file, distinction);
  const { state, done, total } = render;
  const moves = state === 'rendering' || state === 'uploading' || state === 'fetching';
  return (
    <li
      ref={element}
      tabIndex={-1}
      className={clsx(styles.job, state === 'cancelled' && styles.dim)}
      aria-label={name}
      data-state={state}
      onKeyDown={(event) => {
        const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key !== 'Delete' || !isHere || isActive(render)) return;
        event.preventDefault();
        commands.remove();
      }}
    >
      <JobThumb render={render} />
      <div className={styles.head}>
        <FileName name={file} className={styles.name} />
        {distinction !== null && <span className={clsx(styles.distinction, 'tabular')}>{distinction}</span>}
      </div>
      <div className={styles.buttons}>
        <JobButtons render={render} name={name} commands={commands} />
      </div>
      <div className={clsx(styles.facts, 'tabular')}>
        <JobFacts
          render={render}
          outdated={outdated}
          notesShown={notesShown}
          onNotes={() => setNotesChosen(!notesShown)}
        />
      </div>
      <JobOrigin render={render} />
      <JobFiles render={render} />
      {moves && (
        <Progress
          className={styles.bar}
          value={state === 'fetching' ? null : total === 0 ? 0 : done / total}
          label={strings.progressOf(name)}
        />
      )}
      {(state === 'failed' || notesShown) && <JobProblem render={render} notesShown={notesShown} />}
      <JobFixes render={render} commands={commands} />
    </li>
  );
});

/** The commands that can fix a failure. They are below the problem, so that the name has more space. */
function JobFixes({ render, commands }: { readonly render: RenderEntry; readonly commands: JobCommands }) {
  const { render: strings } = useStrings();
  const { relink } = commands;
  if (render.state !== 'failed' && (relink === null || isActive(render))) return null;
  return (
    <div className={styles.fixes}>
      {relink !== null && (
        <Button size="sm" icon={Link2} onClick={relink}>
          {strings.relink}
        </Button>
      )}
      {render.state === 'failed' && (
        <Button size="sm" icon={RotateCw} busy={commands.isRetrying} onClick={commands.retry}>
          {strings.retry}
        </Button>
      )}
    </div>
  );
}

function JobButtons({
  render,
  name,
  commands,
}: {
  readonly render: RenderEntry;
  readonly name: string;
  readonly commands: JobCommands;
}) {
  const { render: strings } = useStrings();
  if (isActive(render)) {
    return (
      <>
        {commands.next !== null && (
          <IconButton
            icon={ArrowUpToLine}
            label={strings.ofRender(strings.next, name)}
            tooltip={strings.next}
            size="sm"
            iconSize={14}
            onClick={commands.next}
          />
        )}
        <IconButton
          icon={X}
          label={strings.cancelRender(name)}
          tooltip={strings.cancelShort}
          size="sm"
          iconSize={14}
          disabled={commands.isCancelling}
          onClick={commands.cancel}
        />
      </>
    );
  }
  return (
    <>
      {commands.first.map((command) => (
        <IconButton
          key={command.id}
          icon={command.icon}
          label={strings.ofRender(command.label, name)}
          tooltip={command.label}
          size="sm"
          iconSize={14}
          onClick={command.run}
        />
      ))}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={strings.more(name)} size="sm" iconSize={14} />}
        entries={commands.menu}
      />
    </>
  );
}

/** Returns a ref for the element of a render. On request, the element scrolls into view and takes the focus. */
function useRevealed<Found extends HTMLElement>(render: string): RefObject<Found | null> {
  const element = useRef<Found>(null);
  const session = useRenderSessionStore();
  const isRevealed = useRenderSession(({ revealed }) => revealed === render);
  useEffect(() => {
    if (!isRevealed) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
    session.setState({ revealed: null });
  }, [isRevealed, session]);
  return element;
}

/** The details of a render: its project and template, the time of its request, and the facts about its film. */
function JobOrigin({ render }: { readonly render: RenderEntry }) {
  const { render: strings } = useStrings();
  const { data: projects } = useProjects();
  const origin = originOf(render, projects?.find(({ uid }) => uid === render.project)?.name ?? null);
  return (
    <>
      {origin !== null && <div className={styles.origin}>{origin}</div>}
      <div className={clsx(styles.origin, 'tabular')}>{filmFactsOf(render, strings, new Date())}</div>
    </>
  );
}

/** The files of the package beside the film. A click on a file downloads it. */
function JobFiles({ render }: { readonly render: RenderEntry }) {
  const { render: strings } = useStrings();
  const { id, project, files } = render;
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={strings.files}>
      {files.map(({ name }) => (
        <li key={name}>
          <Button
            variant="quiet"
            size="sm"
            icon={Download}
            tooltip={strings.downloadFile(name)}
            onClick={() => downloadUrl(filmFileUrl(project, id, name), name)}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The error or the notes of a render, with their positions, and the log of the engine. */
function JobProblem({ render, notesShown }: { readonly render: RenderEntry; readonly notesShown: boolean }) {
  const { render: strings } = useStrings();
  const { error, warnings } = render;
  const issues = [...(error?.issues ?? []), ...(notesShown ? warnings : [])];
  const log = error?.log ?? [];
  return (
    <div className={styles.problem}>
      {error !== null && issues.length === 0 && <p>{detailText(error)}</p>}
      {issues.map((issue) => (
        <p key={`${issue.code} ${issue.path} ${issue.message}`}>
          {issue.line !== null && <span className={styles.place}>{strings.at(issue.line)}</span>}
          {say(issue, { plain: true })}
        </p>
      ))}
      {log.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the element must be scrollable by keyboard
        <pre className={`${styles.log} mono`} tabIndex={0} role="log" aria-label={strings.log}>
          {log.join('\n')}
        </pre>
      )}
    </div>
  );
}

/** The facts for the details of a render. */
export type RenderOrigin = Pick<
  RenderEntry,
  'template' | 'createdAt' | 'format' | 'durationSeconds' | 'total' | 'range' | 'origin' | 'author'
>;

/** Returns the project and the template of a render as text; null if both are unknown. */
export function originOf({ template }: Pick<RenderOrigin, 'template'>, project: string | null): string | null {
  const parts = [project, template].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' / ');
}

/**
 * Returns the time of the request and the facts about the film. The facts are the length, the format, the range of
 * frames, and whether a link or an assistant requested the film.
 */
export function filmFactsOf(
  { createdAt, format, durationSeconds, total, range, origin, author }: RenderOrigin,
  words: Pick<Catalogue['render'], 'frames' | 'framesFromTo' | 'byLink' | 'byAgent'>,
  now: Date,
): string {
  return [
    formatMoment(new Date(createdAt), now),
    durationSeconds === null ? words.frames(formatCount(total)) : formatLength(durationSeconds),
    format.toUpperCase(),
    ...(range === null ? [] : [words.framesFromTo(formatCount(range.from), formatCount(range.to))]),
    ...(origin === 'link' ? [words.byLink] : []),
    ...(author?.kind === 'agent' ? [words.byAgent(author.name)] : []),
  ].join(' · ');
}
