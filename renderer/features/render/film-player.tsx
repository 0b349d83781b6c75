import { Download } from 'lucide-react';
import { useState } from 'react';
import { filmUrl } from '#renderer/api/client/media-urls.ts';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import type { PlayedFilm } from '#renderer/common/renders/render-session-store.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './film-player.module.css';
import { saveFilm } from './jobs/save-film.ts';

/** Plays a finished film, as it is. */
export function FilmPlayer() {
  const { render: words } = useStrings();
  const session = useRenderSessionStore();
  const playing = useRenderSession((state) => state.playing);
  const close = () => session.setState({ playing: null });
  return (
    <Dialog open={playing !== null} onClose={close} title={playing?.name ?? words.player} size="xl" flush>
      {playing !== null && <Film key={playing.render} film={playing} />}
    </Dialog>
  );
}

function Film({ film }: { readonly film: PlayedFilm }) {
  const { render: words } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const [failed, setFailed] = useState(false);
  const src = filmUrl(film.project, film.render);
  if (film.format === 'gif' && !failed) {
    return <img className={styles.film} src={src} alt={film.name} onError={() => setFailed(true)} />;
  }
  if (failed) {
    return (
      <div className={styles.failed}>
        <EmptyState title={words.playerFailed}>
          <Button
            icon={Download}
            onClick={() => void saveFilm({ ...film, id: film.render }, { desktop, session, toasts, words })}
          >
            {desktop === null ? words.download : words.save}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a film has what its template gives it, and templates have no captions
    <video
      className={styles.film}
      src={src}
      controls
      autoPlay
      aria-label={film.name}
      onError={() => setFailed(true)}
      // Of pictures that it cannot read, such as ProRes, a browser plays the sound alone.
      onLoadedMetadata={({ currentTarget }) => {
        if (film.format !== 'mp3' && currentTarget.videoWidth === 0) setFailed(true);
      }}
    />
  );
}
