import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Log } from './system/log.ts';
import type { Timers } from './system/timers.ts';
import { isSigned, type SignedUpdate } from './update-signature.ts';

/** The electron-updater API that the app uses. The real module and the fake of the tests fit this interface. */
export interface UpdaterPort {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  logger: {
    info(message?: unknown): void;
    warn(message?: unknown): void;
    error(message?: unknown): void;
  } | null;
  setFeedURL(feed: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: SignedUpdate } | null>;
  downloadUpdate(): Promise<unknown>;
}

export type UpdateFeed = { readonly kind: 'address'; readonly url: string } | { readonly kind: 'packaged' };

export interface UpdatesOptions {
  readonly isPackaged: boolean;
  /** The update feed: a configured address, the packaged configuration, or null for no updates. */
  readonly feed: UpdateFeed | null;
  /** The file with the public key of updates. */
  readonly key: string | null;
  readonly load: () => Promise<UpdaterPort>;
  readonly timers: Timers;
  readonly log: Log;
  /** Called after a version was downloaded. The version is installed when the app ends. */
  readonly onReady: (version: string) => void;
}

/** The delay of the first check in milliseconds. It lets the app start before. */
export const FIRST_CHECK_MILLISECONDS = 60_000;
export const CHECK_INTERVAL_MILLISECONDS = 6 * 3600_000;

/**
 * Returns the feed of the environment, otherwise of the settings, otherwise of the package; null if none is configured.
 */
export function updateFeed(
  environment: Readonly<Record<string, string | undefined>>,
  setting: string | null,
  configuration: string | null,
): UpdateFeed | null {
  const configured = environment['SCENEWRIGHT_UPDATE_FEED'] ?? '';
  const url = configured === '' ? setting : configured;
  if (url !== null) return { kind: 'address', url };
  return configuration !== null && existsSync(configuration) ? { kind: 'packaged' } : null;
}

/**
 * Checks regularly for new versions if a feed is configured. Fetches a version only after checking its signature, and
 * installs it when the app ends. The checks of the platform also apply.
 */
export function startUpdates(options: UpdatesOptions): void {
  const { feed, timers, log } = options;
  if (feed === null || !options.isPackaged) return;
  if (feed.kind === 'address' && !isSecure(feed.url)) {
    log.warn('updates are off: the feed address is not HTTPS');
    return;
  }
  let ready: string | null = null;
  let updaterPromise: Promise<UpdaterPort> | null = null;
  const checkOnce = async (): Promise<void> => {
    const publicKey = await readKey(options.key);
    if (publicKey === null) {
      log.warn('updates are off: this package has no key to verify them');
      return;
    }
    updaterPromise ??= openUpdater(options, feed);
    const updater = await updaterPromise;
    const checkResult = await updater.checkForUpdates();
    if (checkResult?.isUpdateAvailable !== true || checkResult.updateInfo.version === ready) return;
    const { updateInfo } = checkResult;
    const signature = 'signature' in updateInfo ? updateInfo.signature : null;
    if (!isSigned(updateInfo, signature, publicKey)) {
      log.warn('refused an update: its signature is missing or invalid', { version: updateInfo.version });
      return;
    }
    // Download the update only after the check of its signature. The files must match the signed digests.
    updater.autoInstallOnAppQuit = true;
    await updater.downloadUpdate();
    ready = updateInfo.version;
    log.info('an update is ready to install', { version: ready });
    options.onReady(ready);
  };
  const checkRegularly = (): void => {
    checkOnce()
      .catch((error: unknown) => log.error('failed to check for updates', error))
      .finally(() => timers.after(CHECK_INTERVAL_MILLISECONDS, checkRegularly));
  };
  timers.after(FIRST_CHECK_MILLISECONDS, checkRegularly);
}

async function openUpdater({ load, log }: UpdatesOptions, feed: UpdateFeed): Promise<UpdaterPort> {
  const updater = await load();
  const write = (message?: unknown): void => log.info('updater', { message: String(message) });
  updater.logger = { info: write, warn: write, error: write };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  if (feed.kind === 'address') updater.setFeedURL({ provider: 'generic', url: feed.url });
  return updater;
}

async function readKey(file: string | null): Promise<string | null> {
  return file === null ? null : await readFile(file, 'utf8').catch(() => null);
}

function isSecure(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}
