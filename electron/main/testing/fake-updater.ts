import type { SignedUpdate } from '#main/update-signature.ts';
import type { UpdaterPort } from '#main/updates.ts';

/** An electron-updater without a network. It offers the versions of a test and records the calls. */
export class FakeUpdater implements UpdaterPort {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  logger: UpdaterPort['logger'] = null;
  /** The new version in the feed; null for an empty feed. */
  offered: (SignedUpdate & { readonly signature?: string }) | null = null;
  readonly feeds: string[] = [];
  readonly downloaded: string[] = [];
  looks = 0;

  setFeedURL({ url }: { readonly url: string }): void {
    this.feeds.push(url);
  }

  async checkForUpdates() {
    this.looks += 1;
    return this.offered === null ? null : { isUpdateAvailable: true, updateInfo: this.offered };
  }

  async downloadUpdate(): Promise<void> {
    this.downloaded.push(this.offered?.version ?? '');
  }
}
