import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { closeDialog, useDialog, useOpened } from '#renderer/actions/dialogs.ts';
import { filmUrl } from '#renderer/api/client/media-urls.ts';
import { nameOf, saveFilm } from '#renderer/project/save-film.ts';
import type { PlayedFilm } from '#renderer/shell/window/render-session.ts';
import {
  useAppWindow,
  useDesktop,
  useRenderSession,
  useRenderSessionStore,
} from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { formatPercent } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './film-player.module.css';
import { isActive, summarise } from './jobs/queue-summary.ts';
import { useListedRenders, useQueue, useQueueCalls } from './jobs/use-queue.ts';
import { useCountBatches, useHideBatches, useQueueBatches } from './jobs/use-queue-batches.ts';
import { useRemove } from './jobs/use-remove.ts';
import { useRenderOutdated } from './jobs/use-render-outdated.ts';
import { RenderQueue } from './queue/render-queue.tsx';
import { useAnnounceEndings } from './use-endings.ts';

/** Mounts rendering on all screens: the queue, the player, the notifications, and the actions. */
export function RenderHost() {
  const queueShown = useDialog('queue') !== undefined;
  const { data } = useQueue();
  useAnnounceEndings(data);
  useCountBatches();
  const { share } = useMemo(() => summarise(data ?? []), [data]);
  useProgressOutside(share);
  useQueueActions();
  return (
    <>
      {queueShown && <RenderQueue onClose={() => closeDialog('queue')} />}
      <FilmPlayer />
    </>
  );
}

/** Handles the actions on the whole queue, and sets the counts that enable them. */
function useQueueActions(): void {
  const session = useRenderSessionStore();
  const { shell } = useAppWindow();
  const { render: strings } = useStrings();
  const listedRenders = useListedRenders();
  const { cancel, retry } = useQueueCalls();
  const remove = useRemove();
  const hide = useHideBatches();
  const endedBatches = useQueueBatches().filter(({ state }) => state === 'ended');
  const { againAmong } = useRenderOutdated();
  const failedRenders = listedRenders.filter(({ state }) => state === 'failed');
  const active = listedRenders.filter(isActive);
  const endedRenders = listedRenders.filter((each) => !isActive(each));
  const last = listedRenders.find(
    ({ state, destination, url }) => state === 'succeeded' && destination === null && url !== null,
  );
  // Serialize the counts, because progress changes the list many times per second but the counts only rarely.
  const counts = JSON.stringify({
    failed: failedRenders.length,
    active: active.length,
    finished: endedRenders.length + endedBatches.length,
    canPlayLast: last !== undefined,
  });
  useEffect(() => shell.store.setState({ queue: JSON.parse(counts) }), [shell, counts]);
  useOpened('queueCommand', (command) => {
    switch (command) {
      case 'retry-failed':
        for (const each of failedRenders) retry.mutate(each);
        return;
      case 'clear-finished':
        remove(endedRenders);
        hide(endedBatches.map(({ id }) => id));
        return;
      case 'cancel-all':
        for (const each of active) cancel.mutate(each);
        return;
      case 'play-last':
        if (last !== undefined) {
          const { id, project, format } = last;
          session.setState({ playing: { project, render: id, name: nameOf(last, strings), format } });
        }
        return;
      case 'render-outdated':
        void againAmong({ renders: listedRenders, batches: endedBatches });
        return;
      default:
        command satisfies never;
    }
  });
}

/** Shows the progress of the queue on the app icon and in the title of the browser tab. */
function useProgressOutside(share: number | null): void {
  const { app, render } = useStrings();
  const desktop = useDesktop();
  // Round to whole percent, so that the system is not called for each frame.
  const percent = share === null ? null : Math.floor(share * 100);
  useEffect(() => {
    if (desktop !== null) {
      void desktop.setProgress(percent === null ? null : { fraction: percent / 100, state: 'normal' });
      return;
    }
    document.title = percent === null ? app.name : render.titleProgress(formatPercent(percent / 100), app.name);
  }, [desktop, percent, app, render]);
}

/** The player for a finished film. */
function FilmPlayer() {
  const { render: strings } = useStrings();
  const session = useRenderSessionStore();
  const playing = useRenderSession((state) => state.playing);
  const close = () => session.setState({ playing: null });
  return (
    <Dialog open={playing !== null} onClose={close} title={playing?.name ?? strings.player} size="xl" flush>
      {playing !== null && <Film key={playing.render} film={playing} />}
    </Dialog>
  );
}

/** The formats that a browser displays with an image element. */
const MOVING_IMAGES = new Set(['gif', 'apng', 'webp']);

function Film({ film }: { readonly film: PlayedFilm }) {
  const { render: strings } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const [failed, setFailed] = useState(film.format === 'pngs');
  const src = filmUrl(film.project, film.render);
  if (MOVING_IMAGES.has(film.format) && !failed) {
    return <img className={styles.film} src={src} alt={film.name} onError={() => setFailed(true)} />;
  }
  if (failed) {
    return (
      <div className={styles.failed}>
        <EmptyState title={strings.playerFailed}>
          <Button
            icon={Download}
            onClick={() => void saveFilm({ ...film, id: film.render }, { desktop, session, toasts, words: strings })}
          >
            {desktop === null ? strings.download : strings.save}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: films contain no caption tracks
    <video
      className={styles.film}
      src={src}
      controls
      autoPlay
      aria-label={film.name}
      onError={() => setFailed(true)}
      // A browser that cannot decode the picture, for example ProRes, plays only the sound.
      onLoadedMetadata={({ currentTarget }) => {
        if (film.format !== 'mp3' && currentTarget.videoWidth === 0) setFailed(true);
      }}
    />
  );
}
