import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { filmUrl } from '#renderer/api/client/media-urls.ts';
import type { RenderSessionStore } from '#renderer/shell/window/render-session.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';

interface SaveMeans {
  readonly desktop: DesktopBridge | null;
  readonly session: RenderSessionStore;
  readonly toasts: Toasts;
  readonly words: Catalogue['render'];
}

type Film = Pick<RenderEntry, 'id' | 'project' | 'name' | 'format'>;

/** Saves a finished film with the dialog of the desktop app, or as a download of the browser. */
export async function saveFilm(film: Film, { desktop, session, toasts, words }: SaveMeans): Promise<void> {
  const { id: render, project } = film;
  const name = nameOf(film, words);
  if (desktop === null) {
    download(filmUrl(project, render), name);
    return;
  }
  const outcome = await desktop.saveFilm({ project, render, suggestedName: name });
  switch (outcome.kind) {
    case 'saved': {
      const { file } = outcome;
      session.setState(({ saved }) => ({ saved: { ...saved, [render]: file } }));
      toasts.show({
        message: words.done(file.name),
        detail: words.savedTo(file.folder),
        tone: 'success',
        action: { label: words.showInFolder, run: () => void desktop.showInFolder(file.token) },
      });
      return;
    }
    case 'cancelled':
      return;
    case 'failed':
      toasts.show({ message: words.notSaved(name), detail: words.saveFailures[outcome.reason], tone: 'danger' });
      return;
    default:
      outcome satisfies never;
  }
}

/** Returns the display name of a render. */
export function nameOf({ name, format }: Pick<RenderEntry, 'name' | 'format'>, words: Catalogue['render']): string {
  return name ?? words.unnamed(format);
}

function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
