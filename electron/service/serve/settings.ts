import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { z } from 'zod';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Clusters } from '../publishing/clusters.ts';
import { NotUtf8Error, settingsText } from '../text/settings-text.ts';
import { isLoopback } from './arguments.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the credentials from the environment; null for the workspace's own credentials, which are allowed on loopback
 * only. The error is a sentence for users.
 */
export function credentialsFrom(environment: Environment, host: string): Result<Credentials | null, string> {
  const [keyRead, secretRead] = [
    textOf(environment, 'SCENEWRIGHT_API_KEY'),
    textOf(environment, 'SCENEWRIGHT_API_SECRET'),
  ];
  if (!keyRead.ok) return keyRead;
  if (!secretRead.ok) return secretRead;
  const [key, secret] = [keyRead.value, secretRead.value];
  if (key === '' && secret === '') {
    if (isLoopback(host)) return ok(null);
    return err(
      `--host ${host}: other machines can reach this address; set SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET`,
    );
  }
  if (key === '' || secret === '') return err('set both SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET');
  // The key cannot contain the separator: "a user-id containing a colon character is invalid" (RFC 7617, 2).
  if (key.includes(':')) return err('SCENEWRIGHT_API_KEY must not contain a colon');
  if (!isLoopback(host) && secret.length < 16) {
    return err(
      `--host ${host}: other machines can reach this address; SCENEWRIGHT_API_SECRET needs at least 16 characters`,
    );
  }
  return ok({ key, secret });
}

/**
 * Returns the value of a variable, or the content of the file that its `_FILE` variant names, without the final line
 * break. Returns an empty text if both are missing. The error is a sentence for users, without the value.
 */
function textOf(environment: Environment, name: string): Result<string, string> {
  const [value, file] = [environment[name] ?? '', environment[`${name}_FILE`] ?? ''];
  if (file === '') return ok(value);
  if (value !== '') return err(`set ${name} or ${name}_FILE, not both`);
  try {
    const read = settingsText(readFileSync(file)).replace(/[\r\n]+$/, '');
    return read === '' ? err(`${name}_FILE: ${file} is empty`) : ok(read);
  } catch (error) {
    return err(`${name}_FILE: ${file} can’t be read (${reasonOf(error, 'unknown')})`);
  }
}

/** Returns the host names that the service accepts: the configured names and its own addresses. */
export function hostNamesFrom(environment: Environment, host: string): readonly string[] {
  const configured = (environment['SCENEWRIGHT_HOST_NAMES'] ?? '').split(',').map((name) => name.trim());
  const configuredNames = configured.filter((name) => name !== '');
  if (isLoopback(host)) return configuredNames;
  const everywhere = host === '0.0.0.0' || host === '::';
  const listenNames = everywhere ? [hostname(), ...ownAddresses()] : [host];
  return [
    ...configuredNames,
    ...listenNames.map((listenName) => (listenName.includes(':') ? `[${listenName}]` : listenName)),
  ];
}

const clustersFile = z.record(
  z.string(),
  z.object({ url: z.url(), apiKey: z.string(), apiSecret: z.string(), region: z.string().optional() }),
);

/** Reads the clusters from the file in SCENEWRIGHT_CLUSTERS. The error is a sentence for users, without its content. */
export function clustersFrom(environment: Environment): Result<Clusters, string> {
  const file = environment['SCENEWRIGHT_CLUSTERS'] ?? '';
  if (file === '') return ok(new Map());
  try {
    const read = clustersFile.safeParse(JSON.parse(settingsText(readFileSync(file))));
    if (!read.success)
      return err(
        `SCENEWRIGHT_CLUSTERS: ${file} must contain JSON such as {"name": {"url", "apiKey", "apiSecret", "region"}}`,
      );
    return ok(
      new Map(
        Object.entries(read.data).map(([name, { region, ...cluster }]) => [
          name,
          { kind: 'service', ...cluster, ...(region !== undefined && { region }) },
        ]),
      ),
    );
  } catch (error) {
    return err(`SCENEWRIGHT_CLUSTERS: ${file} can’t be read (${reasonOf(error, 'it isn’t JSON')})`);
  }
}

function reasonOf(error: unknown, otherwise: string): string {
  if (error instanceof NotUtf8Error) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((networkInterface) => networkInterface ?? [])
    .map(({ address }) => address);
}
