import { clsx } from 'clsx';
import { CircleCheck, CircleSlash, CircleX, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { OutdatedFilm } from '#renderer/api/queries/use-outdated.ts';
import { outdatedWords } from '#renderer/project/outdated-films.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatDuration, formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatCount, formatPercent } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from './job-row.module.css';

export interface JobFactsProps {
  readonly render: RenderEntry;
  readonly outdated: OutdatedFilm | null;
  readonly notesShown: boolean;
  readonly onNotes: () => void;
}

/** The second line of a row: the state, the numbers, and the time. */
export function JobFacts({ render, outdated, notesShown, onNotes }: JobFactsProps) {
  const strings = useStrings();
  const { render: words } = strings;
  const { warnings } = render;
  return (
    <>
      {outdated === null ? (
        <StateWord render={render} />
      ) : (
        <span className={clsx(styles.state, styles.warning)} title={outdatedWords(outdated.by, strings)}>
          <Icon icon={RefreshCw} size={12} />
          {words.outdated}
        </span>
      )}
      {factsOf(render, words).map((fact) => (
        <span key={fact} className={styles.whole}>
          {fact}
        </span>
      ))}
      <span className={styles.space} />
      {warnings.length > 0 && (
        <button type="button" className={styles.notes} aria-expanded={notesShown} onClick={onNotes}>
          <Icon icon={TriangleAlert} size={12} />
          {words.notes(warnings.length)}
        </button>
      )}
      {render.etaSeconds !== null && <span>{words.left(formatTimeLeft(render.etaSeconds))}</span>}
    </>
  );
}

function StateWord({ render: { state, next } }: { readonly render: RenderEntry }): ReactNode {
  const { render: words } = useStrings();
  const word = words.states[state];
  switch (state) {
    case 'queued':
      return (
        <>
          <Badge className={styles.chip}>{word}</Badge>
          {next && (
            <Badge tone="accent" className={styles.chip}>
              {words.isNext}
            </Badge>
          )}
        </>
      );
    case 'fetching':
    case 'rendering':
    case 'uploading':
      return <span className={clsx(styles.state, styles.accent)}>{word}</span>;
    case 'succeeded':
      return (
        <span className={clsx(styles.state, styles.success)}>
          <Icon icon={CircleCheck} size={12} />
          {word}
        </span>
      );
    case 'failed':
      return (
        <span className={clsx(styles.state, styles.danger)}>
          <Icon icon={CircleX} size={12} />
          {word}
        </span>
      );
    case 'cancelled':
      return (
        <span className={styles.state}>
          <Icon icon={CircleSlash} size={12} />
          {word}
        </span>
      );
    default:
      return state satisfies never;
  }
}

function factsOf(render: RenderEntry, words: Catalogue['render']): readonly string[] {
  const { state, done, total, fps } = render;
  switch (state) {
    case 'queued':
      return [words.frames(formatCount(total))];
    case 'fetching':
      return [words.fetchingWhat];
    case 'rendering':
      return [
        words.framesOf(formatCount(done), formatCount(total)),
        ...(fps === null ? [] : [words.fps(formatCount(fps))]),
        ...unchangedOf(render, words),
      ];
    case 'uploading':
      return [formatPercent(total === 0 ? 0 : done / total), ...storeOf(render, words)];
    case 'succeeded':
      return [
        ...(render.bytes === null ? [] : [formatSize(render.bytes)]),
        ...storeOf(render, words),
        ...(render.url === null ? [words.expired] : tookOf(render, words)),
        ...unchangedOf(render, words),
      ];
    case 'failed':
    case 'cancelled':
      return [words.frames(formatCount(total))];
    default:
      return state satisfies never;
  }
}

/** Returns a text with the number of cached scenes, which explains a short render time; empty without cached scenes. */
function unchangedOf({ scenes }: RenderEntry, words: Catalogue['render']): readonly string[] {
  if (scenes === null || scenes.cached === 0) return [];
  return [words.unchanged(formatCount(scenes.cached), formatCount(scenes.total))];
}

function storeOf({ destination }: RenderEntry, words: Catalogue['render']): readonly string[] {
  return destination === null ? [] : [words.inStore(destination.bucket)];
}

function tookOf({ createdAt, endedAt }: RenderEntry, words: Catalogue['render']): readonly string[] {
  if (endedAt === null) return [];
  return [words.took(formatDuration((Date.parse(endedAt) - Date.parse(createdAt)) / 1000))];
}
