import { useQuery } from '@tanstack/react-query';
import { Play, RefreshCw, RotateCw, X } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useOutdated } from '#renderer/api/queries/use-outdated.ts';
import { outdatedBy, outdatedWords } from '#renderer/project/outdated-films.ts';
import { bytesOfField } from '#renderer/project/render-form.ts';
import { nameOf } from '#renderer/project/save-film.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatPercent } from '#renderer/ui/format/number.ts';
import type { useSubmitRender } from './dialog/use-submit-render.ts';
import type { RenderForm } from './form/use-render-form.ts';
import { isActive } from './jobs/queue-summary.ts';
import { useJobCommands } from './jobs/use-job-commands.ts';
import { useListedRenders } from './jobs/use-queue.ts';
import { JobThumb } from './queue/job-thumb.tsx';
import styles from './render-now.module.css';

export interface LastFilmProps {
  readonly project: string;
  readonly template: string;
  /** The form of the next render. */
  readonly form: RenderForm;
  readonly submit: ReturnType<typeof useSubmitRender>;
}

/** The latest render of a template: first its progress, later its film with buttons to play and save it. */
export function LastFilm({ project, template, form, submit }: LastFilmProps) {
  const { render: words } = useStrings();
  const film = useListedRenders().find((each) => each.project === project && each.template === template);
  return (
    <section aria-label={words.lastFilm} aria-live="polite">
      {film !== undefined && <Film key={film.id} render={film} form={form} submit={submit} />}
    </section>
  );
}

/** Returns the reasons why the film is outdated; empty if it is up to date. */
function useOutdatedBy(render: RenderEntry, { film, check }: RenderForm) {
  const { client } = useApi();
  const { id, project, state, format, quality, loudness, truepeak, maxbytes } = render;
  const changed = useOutdated(project).get(id);
  const { data } = useQuery({
    queryKey: queryKeys.render(project, id),
    queryFn: ({ signal }) => client.call('readRender', { parameters: { project, render: id }, signal }),
    enabled: state === 'succeeded',
  });
  if (state !== 'succeeded') return [];
  const ofFilm = { format, quality, loudness, truepeak, maxbytes };
  const filmInputs = data === undefined ? null : { ...ofFilm, values: data.variables };
  const currentInputs = { ...film.choices, maxbytes: bytesOfField(film.choices.atMost), values: film.values };
  return outdatedBy(changed, filmInputs, {
    now: currentInputs,
    variables: check.rows.map(({ variable }) => variable.name),
  });
}

function Film({ render, form, submit }: Pick<LastFilmProps, 'form' | 'submit'> & { readonly render: RenderEntry }) {
  const { render: words } = useStrings();
  const by = useOutdatedBy(render, form);
  const commands = useJobCommands(render);
  const { state } = render;
  const name = nameOf(render, words);
  const active = isActive(render);
  return (
    <div className={styles.film} data-state={state}>
      <JobThumb render={render} />
      <div className={styles.words}>
        <FileName name={name} className={styles.name} />
        <div className={`${styles.facts} tabular`}>
          {active ? <FilmProgress render={render} name={name} /> : <FilmState render={render} by={by} />}
        </div>
      </div>
      {active && (
        <Button icon={X} busy={commands.isCancelling} onClick={commands.cancel}>
          {words.cancelShort}
        </Button>
      )}
      {state === 'failed' && (
        <Button icon={RotateCw} busy={commands.isRetrying} onClick={commands.retry}>
          {words.retry}
        </Button>
      )}
      {by.length > 0 && (
        <Button
          icon={RefreshCw}
          variant="primary"
          busy={submit.isPending}
          disabled={form.blockers === null || form.blockers.length > 0}
          onClick={() => submit.mutate()}
        >
          {words.renderAgain}
        </Button>
      )}
      {commands.first.map((command) => (
        <Button
          key={command.id}
          icon={command.icon}
          variant={command.icon === Play && by.length === 0 ? 'primary' : 'plain'}
          onClick={command.run}
        >
          {command.label}
        </Button>
      ))}
    </div>
  );
}

function FilmProgress({ render, name }: { readonly render: RenderEntry; readonly name: string }) {
  const { render: words } = useStrings();
  const { state, done, total, etaSeconds } = render;
  const share = state === 'fetching' || state === 'queued' ? null : total === 0 ? 0 : done / total;
  return (
    <>
      <span>{words.states[state]}</span>
      <Progress className={styles.bar} value={share} label={words.progressOf(name)} />
      {share !== null && <span>{formatPercent(share)}</span>}
      {state === 'rendering' && (
        <span>{etaSeconds === null ? words.estimating : words.aboutLeft(formatTimeLeft(etaSeconds))}</span>
      )}
    </>
  );
}

interface FilmStateProps {
  readonly render: RenderEntry;
  /** The reasons why the film is outdated; empty if it is up to date. */
  readonly by: ReturnType<typeof useOutdatedBy>;
}

/** The state of an ended film. */
function FilmState({ render: { state, error }, by }: FilmStateProps) {
  const strings = useStrings();
  const { render: words } = strings;
  if (state === 'failed')
    return <span className={styles.problem}>{error === null ? words.states.failed : detailText(error)}</span>;
  if (by.length === 0) return <span>{words.states[state]}</span>;
  return (
    <span className={styles.outdated} title={outdatedWords(by, strings)}>
      {words.outdated}
    </span>
  );
}
