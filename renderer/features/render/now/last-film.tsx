import { Play, RotateCw, X } from 'lucide-react';
import type { RenderEntry } from '../../../api/client/entries.ts';
import { detailText } from '../../../api/client/problem-words.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { FileName } from '../../../ui/display/file-name.tsx';
import { Progress } from '../../../ui/display/progress.tsx';
import { formatTimeLeft } from '../../../ui/format/duration.ts';
import { formatPercent } from '../../../ui/format/number.ts';
import { isActive } from '../jobs/queue-summary.ts';
import { nameOf } from '../jobs/save-film.ts';
import { useJobCommands } from '../jobs/use-job-commands.ts';
import { useShownQueue } from '../jobs/use-queue.ts';
import { JobThumb } from '../queue/job-thumb.tsx';
import styles from './render-now.module.css';

export interface LastFilmProps {
  readonly project: string;
  readonly template: string;
}

/** The film that was asked for last of a template: how far it is, and when it is there, to be played and taken along. */
export function LastFilm({ project, template }: LastFilmProps) {
  const { render: words } = useStrings();
  const film = useShownQueue().find((each) => each.project === project && each.template === template);
  return (
    <section aria-label={words.lastFilm} aria-live="polite">
      {film !== undefined && <Film key={film.id} render={film} />}
    </section>
  );
}

function Film({ render }: { readonly render: RenderEntry }) {
  const { render: words } = useStrings();
  const commands = useJobCommands(render);
  const { state, done, total, etaSeconds, error } = render;
  const name = nameOf(render, words);
  const active = isActive(render);
  const share = state === 'fetching' || state === 'queued' ? null : total === 0 ? 0 : done / total;
  return (
    <div className={styles.film} data-state={state}>
      <JobThumb render={render} />
      <div className={styles.words}>
        <FileName name={name} className={styles.name} />
        <div className={`${styles.facts} tabular`}>
          {active ? (
            <>
              <span>{words.states[state]}</span>
              <Progress className={styles.bar} value={share} label={words.progressOf(name)} />
              {share !== null && <span>{formatPercent(share)}</span>}
              {etaSeconds !== null && <span>{words.left(formatTimeLeft(etaSeconds))}</span>}
            </>
          ) : (
            <span className={state === 'failed' ? styles.problem : undefined}>
              {state === 'failed' && error !== null ? detailText(error) : words.states[state]}
            </span>
          )}
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
      {commands.first.map((each) => (
        <Button key={each.id} icon={each.icon} variant={each.icon === Play ? 'primary' : 'plain'} onClick={each.run}>
          {each.label}
        </Button>
      ))}
    </div>
  );
}
