import { z } from 'zod';
import type { DesktopSettings, SettingsChange } from '#shared/contract/desktop/desktop-shapes.ts';
import type { Log } from './log.ts';
import { openSettingsFile, type SettingsFile } from './settings-file.ts';

const storedSettings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'de']).default('system'),
  api: z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) }),
  allowHosts: z.array(z.string()),
  ffmpeg: z.string().nullable(),
  /** The folder of the workspace; null for the platform's default. */
  workspace: z.string().nullable(),
  /** The address of the update feed; null for the feed of the package, if it has one. */
  updateFeed: z.string().nullable().default(null),
});

/** The user's settings, including settings that the page cannot change. */
export type StoredSettings = z.output<typeof storedSettings>;

const DEFAULTS: StoredSettings = {
  theme: 'system',
  language: 'system',
  api: { enabled: true, port: 7420 },
  allowHosts: [],
  ffmpeg: null,
  workspace: null,
  updateFeed: null,
};

export function openSettings(path: string, log: Log): SettingsFile<StoredSettings> {
  return openSettingsFile({
    path,
    version: 1,
    schema: storedSettings,
    fallback: DEFAULTS,
    onUnusable: (reason) => log.warn(reason),
  });
}

/** Returns the settings that the page sees. */
export function shownSettings({ theme, api, allowHosts, ffmpeg }: StoredSettings): DesktopSettings {
  return { theme, api, allowHosts, ffmpeg };
}

/** Checks whether a change affects the start of the service. */
export function needsRestart(before: StoredSettings, after: StoredSettings): boolean {
  const startedWith = ({ api, allowHosts, ffmpeg, workspace }: StoredSettings): string =>
    JSON.stringify([api.enabled, api.port, allowHosts, ffmpeg, workspace]);
  return startedWith(before) !== startedWith(after);
}

/** Returns the settings with a change. Fields that the change omits keep their values. */
export function changed(
  settings: StoredSettings,
  { theme, language, api, allowHosts }: SettingsChange,
): StoredSettings {
  return {
    ...settings,
    theme: theme ?? settings.theme,
    language: language ?? settings.language,
    api: api ?? settings.api,
    allowHosts: [...(allowHosts ?? settings.allowHosts)],
  };
}
