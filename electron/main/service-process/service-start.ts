import { randomBytes } from 'node:crypto';
import type { KeptSettings } from '#main/settings/desktop-settings.ts';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { StartService } from '#shared/contract/desktop/service-channel.ts';
import type { ProgramPaths } from './program-paths.ts';

/**
 * What the service is started with. Where other programs may not use it, it listens on any port and takes credentials
 * that were made for this run and that nobody else knows.
 */
export function serviceStart(
  { api, allowHosts, workspace }: KeptSettings,
  { bundledFfmpeg }: Pick<ProgramPaths, 'bundledFfmpeg'>,
): StartService {
  return {
    workspace,
    port: api.enabled ? api.port : 0,
    credentials: api.enabled ? null : newCredentials(),
    allowHosts: [...allowHosts],
    bundledFfmpeg,
  };
}

/** The service's environment: this process's own, without what steers Electron and Node, and with the chosen FFmpeg. */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  ffmpeg: string | null,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !/^(?:ELECTRON_|NODE_OPTIONS$|NODE_PATH$)/.test(name)) kept[name] = value;
  if (ffmpeg !== null) kept['SCENEWRIGHT_FFMPEG'] = ffmpeg;
  return kept;
}

function newCredentials(): Credentials {
  return { key: randomBytes(9).toString('base64url'), secret: randomBytes(24).toString('base64url') };
}
