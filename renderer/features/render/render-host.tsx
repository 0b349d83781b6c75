import { useMemo, useRef } from 'react';
import type { RenderPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FilmPlayer } from './film-player.tsx';
import { isActive, summarise } from './jobs/queue-summary.ts';
import { nameOf } from './jobs/save-film.ts';
import { useQueue, useQueueCalls, useShownQueue } from './jobs/use-queue.ts';
import { useCountBatches, useHideBatches, useQueueBatches } from './jobs/use-queue-batches.ts';
import { useRemove } from './jobs/use-remove.ts';
import { useRenderOutdated } from './jobs/use-render-outdated.ts';
import { RenderQueue } from './queue/render-queue.tsx';
import { useEndings } from './use-endings.ts';
import { useProgressOutside } from './use-progress-outside.ts';

/**
 * Rendering as it lies over every screen: the queue, the player, what is told outside of the window, and its actions.
 */
export function RenderHost() {
  const session = useRenderSessionStore();
  const queueShown = useRenderSession((state) => state.queueShown);
  const { data } = useQueue();
  useEndings(data);
  useCountBatches();
  const { share } = useMemo(() => summarise(data ?? []), [data]);
  useProgressOutside(share);
  useActionPort('render', useRenderPort(queueShown));
  return (
    <>
      {queueShown && <RenderQueue onClose={() => session.setState({ queueShown: false })} />}
      <FilmPlayer />
    </>
  );
}

function useRenderPort(queueShown: boolean): RenderPort {
  const session = useRenderSessionStore();
  const { render: words } = useStrings();
  const shown = useShownQueue();
  const { cancel, retry } = useQueueCalls();
  const { mutate: cancelOne } = cancel;
  const { mutate: retryOne } = retry;
  const remove = useRemove();
  const hide = useHideBatches();
  const endedBatches = useQueueBatches().filter(({ state }) => state === 'ended');
  const { againAmong } = useRenderOutdated();
  const outdatedAgain = useRef<() => void>(() => undefined);
  outdatedAgain.current = () => void againAmong({ renders: shown, batches: endedBatches });
  // Progress changes the list many times a second; what the actions ask of it changes seldom.
  const states = [...shown, ...endedBatches].map(({ id, state }) => `${id} ${state}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` stands for `shown` and `endedBatches`
  return useMemo(() => {
    const failed = shown.filter(({ state }) => state === 'failed');
    const active = shown.filter(isActive);
    const ended = shown.filter((each) => !isActive(each));
    const last = shown.find(
      ({ state, destination, url }) => state === 'succeeded' && destination === null && url !== null,
    );
    return {
      openDialog: (format) => session.setState({ dialogOpen: true, wantedFormat: format ?? null }),
      openLink: () => session.setState({ linkOpen: true }),
      queueShown: () => queueShown,
      toggleQueue: () => session.setState({ queueShown: !queueShown }),
      retryFailed: () => {
        for (const each of failed) retryOne(each);
      },
      failedCount: () => failed.length,
      clearFinished: () => {
        remove(ended);
        hide(endedBatches.map(({ id }) => id));
      },
      finishedCount: () => ended.length + endedBatches.length,
      cancelAll: () => {
        for (const each of active) cancelOne(each);
      },
      activeCount: () => active.length,
      canPlayLast: () => last !== undefined,
      playLast: () => {
        if (last === undefined) return;
        const { id, project, format } = last;
        session.setState({ playing: { project, render: id, name: nameOf(last, words), format } });
      },
      renderOutdated: () => outdatedAgain.current(),
    };
  }, [states, queueShown, session, words, remove, cancelOne, retryOne]);
}
