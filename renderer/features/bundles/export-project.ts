import type { Api } from '#renderer/api/api.ts';
import { ownAddress } from '#renderer/api/client/own-address.ts';
import { contract } from '#shared/contract/contract.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { SaveFailure } from '#shared/contract/desktop/desktop-shapes.ts';
import { bundleFileName } from '#shared/names/bundle-name.ts';
import { saveStream } from './save-stream.ts';
import { download, type SaveTarget } from './save-target.ts';

/** A project that is to be one file. */
export interface ProjectToExport {
  readonly uid: string;
  readonly name: string;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export type ExportOutcome =
  | { readonly kind: 'saved'; readonly file: string; readonly folder: string | null; readonly token: string | null }
  /** The browser has it from here on. */
  | { readonly kind: 'downloading'; readonly file: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: SaveFailure };

interface ExportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Asks by the desktop where it shall go, and puts it there. */
export async function exportOnDesktop(
  { uid, name }: ProjectToExport,
  desktop: DesktopBridge,
  { signal, onProgress }: ExportOptions,
): Promise<ExportOutcome> {
  const save = crypto.randomUUID();
  const stopListening = onDesktopEvent(window, 'saveProgress', (progress) => {
    if (progress.save === save) onProgress(progress);
  });
  const cancel = () => void desktop.cancelSave(save);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const outcome = await desktop.saveBundle({ project: uid, suggestedName: bundleFileName(name), save });
    if (outcome.kind !== 'saved') return outcome;
    const { file } = outcome;
    return { kind: 'saved', file: file.name, folder: file.folder, token: file.token };
  } finally {
    stopListening();
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Puts it where the person chose, or has the browser download it. Throws what the service says, and what cuts it off.
 */
export async function exportInBrowser(
  { uid: project, name }: ProjectToExport,
  target: SaveTarget,
  { client }: Pick<Api, 'client'>,
  { signal, onProgress }: ExportOptions,
): Promise<ExportOutcome> {
  switch (target.kind) {
    case 'cancelled':
      return target;
    case 'file': {
      const answer = await client.open('readBundle', { parameters: { project }, signal });
      const total = Number(answer.headers.get('content-length'));
      const sink = await target.handle.createWritable();
      await saveStream(answer, sink, { signal, onReceived: (done) => onProgress({ done, total }) });
      return { kind: 'saved', file: target.handle.name, folder: null, token: null };
    }
    case 'none': {
      const file = bundleFileName(name);
      // A download that the service refuses would only be one that failed.
      await refuseEarly(client, project, signal);
      download(ownAddress(contract.readBundle.path, { project }), file);
      return { kind: 'downloading', file };
    }
    default:
      return target satisfies never;
  }
}

/** Asks, hears whether it is there to be had, and takes none of it. */
async function refuseEarly(client: Api['client'], project: string, signal: AbortSignal): Promise<void> {
  const answer = await client.open('readBundle', { parameters: { project }, signal });
  await answer.body?.cancel();
}
