import { randomBytes } from 'node:crypto';
import type { StoredSettings } from '#main/system/desktop-settings.ts';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { StartService } from '#shared/contract/desktop/service-channel.ts';
import type { ProgramPaths } from './program-paths.ts';

/**
 * Returns the parameters for starting the service. If other programs must not use the service, it listens on any port,
 * with credentials that exist only for this run.
 */
export function startParameters(
  { api, allowHosts, workspace }: StoredSettings,
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

/**
 * Returns the environment of the service. This is the environment of this process without the variables that control
 * Electron and Node, and with the chosen FFmpeg.
 */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  ffmpeg: string | null,
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !/^(?:ELECTRON_|NODE_OPTIONS$|NODE_PATH$)/.test(name)) variables[name] = value;
  if (ffmpeg !== null) variables['SCENEWRIGHT_FFMPEG'] = ffmpeg;
  return variables;
}

function newCredentials(): Credentials {
  return { key: randomBytes(9).toString('base64url'), secret: randomBytes(24).toString('base64url') };
}
