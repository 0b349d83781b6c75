import { useEffect, useEffectEvent, useRef } from 'react';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import { readNotify, useRenderSession, useRenderSessionStore } from '#renderer/project/render-session.tsx';
import { formatRoute } from '#renderer/shell/window/route.ts';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { takeRequested } from './form/requested-films.ts';
import { isActive } from './jobs/queue-summary.ts';
import { nameOf, saveFilm } from './jobs/save-film.ts';

/** Tells of renders that end while the page is there, and hands over the films that were asked for as files. */
export function useEndings(renders: readonly RenderEntry[] | undefined): void {
  const hand = useHandOver();
  const tell = useTell();
  const active = useRef<ReadonlySet<string> | null>(null);
  // A film that was in the list before it was known to be wanted is looked at again.
  const wantedCount = useRenderSession((state) => state.requestedCount);
  const look = useEffectEvent((now: readonly RenderEntry[]) => {
    const endings = endingsOf(now, active.current);
    active.current = endings.active;
    for (const film of endings.ready) if (takeRequested(sessionStorage, film.id)) hand(film);
    for (const each of endings.told) tell(each);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (renders !== undefined) look(renders);
  }, [renders, wantedCount]);
}

/** Gives films to the person, one dialog after the other. */
function useHandOver(): (film: RenderEntry) => void {
  const { render: words } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const saving = useRef<Promise<void>>(Promise.resolve());
  return (film) => {
    const save = () => saveFilm(film, { desktop, session, toasts, words });
    saving.current = saving.current.then(save).catch(() => {
      toasts.show({ message: words.notSaved(nameOf(film, words)), tone: 'danger' });
    });
  };
}

function useTell(): (render: RenderEntry) => void {
  const { render: words } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const { route } = useNavigation();
  const notify = (title: string, body: string): void => {
    if (desktop !== null) {
      void desktop.notify({ title, body, route: formatRoute(route) });
      return;
    }
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    new Notification(title, { body }).addEventListener('click', () => window.focus());
  };
  return (render) => {
    const name = nameOf(render, words);
    const isFailed = render.state === 'failed';
    const title = isFailed ? words.failedToast(name) : words.done(name);
    const detail = render.error === null ? undefined : detailText(render.error);
    if (!document.hasFocus() && readNotify()) notify(title, detail ?? '');
    // Who has the queue open sees it there, and who fills its template in beside the form.
    if (session.getState().queueShown) return;
    if (route.screen === 'fill-in' && route.project === render.project && route.template === render.template) return;
    toasts.show({
      message: title,
      detail,
      tone: isFailed ? 'danger' : 'success',
      action: { label: words.openQueue, run: () => session.setState({ queueShown: true }) },
    });
  };
}

/** What is to be done about renders that have ended. */
export interface Endings {
  /** They ended since the list was looked at last, and were not cancelled: somebody wants to know. */
  readonly told: readonly RenderEntry[];
  /** Films that are here to be had as files. */
  readonly ready: readonly RenderEntry[];
  /** Ids of what goes on, for the next look. */
  readonly active: ReadonlySet<string>;
}

/** `before` is what went on at the last look; null at the first. */
export function endingsOf(renders: readonly RenderEntry[], before: ReadonlySet<string> | null): Endings {
  const ended = renders.filter((each) => !isActive(each));
  return {
    // Nobody at this editor waits for the film of a link.
    told: ended.filter(
      ({ id, state, origin }) => before?.has(id) === true && state !== 'cancelled' && origin !== 'link',
    ),
    ready: ended.filter(({ state, url, destination }) => state === 'succeeded' && url !== null && destination === null),
    active: new Set(renders.filter(isActive).map(({ id }) => id)),
  };
}
