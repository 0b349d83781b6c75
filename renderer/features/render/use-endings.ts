import { useEffect, useEffectEvent, useRef } from 'react';
import { isDialogOpen, openDialog } from '#renderer/actions/dialogs.ts';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import { nameOf, saveFilm } from '#renderer/project/save-film.ts';
import { useSystemNotification } from '#renderer/shell/window/system-notification.ts';
import {
  useDesktop,
  useNavigation,
  useRenderSession,
  useRenderSessionStore,
} from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { takeRequested } from './form/requested-films.ts';
import { isActive } from './jobs/queue-summary.ts';

/** Announces renders that end while the page is open, and saves the films that the user requested as files. */
export function useAnnounceEndings(renders: readonly RenderEntry[] | undefined): void {
  const handOver = useHandOver();
  const announce = useAnnounce();
  const active = useRef<ReadonlySet<string> | null>(null);
  // Compare again after each request, because a film can be in the list before its request is recorded.
  const requestedCount = useRenderSession((state) => state.requestedCount);
  const compareRenders = useEffectEvent((now: readonly RenderEntry[]) => {
    const endings = newlyEnded(now, active.current);
    active.current = endings.active;
    for (const film of endings.ready) if (takeRequested(sessionStorage, film.id)) handOver(film);
    for (const each of endings.announced) announce(each);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (renders !== undefined) compareRenders(renders);
  }, [renders, requestedCount]);
}

/** Returns a function that saves films, one dialog at a time. */
function useHandOver(): (film: RenderEntry) => void {
  const { render: strings } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const saving = useRef<Promise<void>>(Promise.resolve());
  return (film) => {
    const save = () => saveFilm(film, { desktop, session, toasts, words: strings });
    saving.current = saving.current.then(save).catch(() => {
      toasts.show({ message: strings.notSaved(nameOf(film, strings)), tone: 'danger' });
    });
  };
}

function useAnnounce(): (render: RenderEntry) => void {
  const { render: strings } = useStrings();
  const toasts = useToast();
  const { route } = useNavigation();
  const notify = useSystemNotification();
  return (render) => {
    const name = nameOf(render, strings);
    const isFailed = render.state === 'failed';
    const title = isFailed ? strings.failedToast(name) : strings.done(name);
    const detail = render.error === null ? undefined : detailText(render.error);
    notify({ title, body: detail ?? '', route });
    // Show no toast if the queue or the form of the same template is open, because both show the outcome.
    if (isDialogOpen('queue')) return;
    if (route.screen === 'fill-in' && route.project === render.project && route.template === render.template) return;
    toasts.show({
      message: title,
      detail,
      tone: isFailed ? 'danger' : 'success',
      action: { label: strings.openQueue, run: () => openDialog('queue', null) },
    });
  };
}

/** The result of a comparison: the renders to announce, and the films to save. */
export interface EndedRenders {
  /** The renders to announce: they ended since the last comparison and were not canceled. */
  readonly announced: readonly RenderEntry[];
  /** The films that can be saved as files. */
  readonly ready: readonly RenderEntry[];
  /** The ids of the active renders, as input of the next comparison. */
  readonly active: ReadonlySet<string>;
}

/**
 * Compares the renders with the renders that were active at the last comparison. `before` contains the ids of these
 * active renders; null at the first comparison.
 */
export function newlyEnded(renders: readonly RenderEntry[], before: ReadonlySet<string> | null): EndedRenders {
  const ended = renders.filter((each) => !isActive(each));
  return {
    // Films of links are not announced, because someone else requested them.
    announced: ended.filter(
      ({ id, state, origin }) => before?.has(id) === true && state !== 'cancelled' && origin !== 'link',
    ),
    ready: ended.filter(({ state, url, destination }) => state === 'succeeded' && url !== null && destination === null),
    active: new Set(renders.filter(isActive).map(({ id }) => id)),
  };
}
