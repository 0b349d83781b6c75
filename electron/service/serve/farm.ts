import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { FarmArguments } from '../farm/settings/farm-fields.ts';
import { readStoredFarmConfig } from '../farm/settings/farm-settings.ts';
import { type ConfiguredFarm, type FarmSources, readFarmConfig } from '../farm/settings/read-farm-config.ts';
import { settingsText } from '../text/settings-text.ts';

/**
 * Returns the farm of the service from its arguments, its environment, and its workspace; null if the service renders
 * films itself. The error is a sentence for users, without secrets.
 */
export async function farmFrom(
  farmArguments: FarmArguments,
  environment: FarmSources['environment'],
  workspace: string,
): Promise<Result<ConfiguredFarm | null, string>> {
  try {
    const stored = await readStoredFarmConfig(workspace);
    const read = await readFarmConfig({
      ...{ arguments: farmArguments, environment, stored },
      readFile: async (path) => settingsText(await readFile(path)),
    });
    return read.ok ? ok(read.value) : err(inEnglish(read.error));
  } catch (error) {
    if (error instanceof ServiceError) return err(error.message);
    throw error;
  }
}
