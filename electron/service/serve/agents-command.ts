import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openAgentSettings, type StoredAgents, type StoredKey } from '../agents/agent-settings.ts';
import { ServiceError } from '../errors/service-error.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { dataFolder } from '../files/user-folders.ts';

const agentsHelp = `scenewright agents ACTION [options]

Switches assistants on or off and manages their keys. Works with and without a running service.

  agents                       show the state and the keys
  agents on [--http]           let programs of this machine use the tools; --http also serves them at /mcp
  agents off                   switch off both
  agents pause, agents resume  refuse edits and renders for now, or permit them again
  agents keys                  list the keys
  agents keys add NAME         create a key for HTTP and print it; it is shown only once
  agents keys revoke ID        revoke a key; its running calls end

  --workspace FOLDER    the workspace (default: the one of the desktop app)
  --look-only           the new key can look, but change and render nothing
  --projects NAME       a project of the new key, by name or uid; repeatable (default: all projects)
  --addresses           the new key can use new addresses in the network
  --json                print one JSON object
`;

/** Runs `scenewright agents`. Returns the exit code. */
export async function agentsMain(args: readonly string[]): Promise<number> {
  takePrivateUmask();
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        workspace: { type: 'string' },
        http: { type: 'boolean', default: false },
        'look-only': { type: 'boolean', default: false },
        projects: { type: 'string', multiple: true },
        addresses: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
      strict: true,
    });
    if (values.help) {
      process.stdout.write(agentsHelp);
      return 0;
    }
    const { workspace, http, projects = null, addresses, json } = values;
    const folder = workspace === undefined ? dataFolder(process.env, process.platform) : resolve(workspace);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const scopes = values['look-only'] ? ['look' as const] : ['look' as const, 'edit' as const, 'render' as const];
    const answer = await act(positionals, { folder, http, key: { scopes, projects, addresses } });
    if (answer === null) return refuse('unknown action');
    process.stdout.write(`${json ? JSON.stringify(answer.json) : answer.lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), error instanceof ServiceError ? 1 : 2);
  }
}

interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

interface Requested {
  readonly folder: string;
  readonly http: boolean;
  readonly key: Pick<StoredKey, 'scopes' | 'projects' | 'addresses'>;
}

/** Returns the answer to an action; null for an unknown action. */
async function act(words: readonly string[], { folder, http, key }: Requested): Promise<Answer | null> {
  const settings = openAgentSettings(folder);
  const [action = 'show', sub, argument] = words;
  switch (action) {
    case 'show':
    case 'keys':
      if (sub === 'add' && argument !== undefined) {
        const created = await settings.createKey({ name: argument, ...key }, Date.now());
        return { json: { id: created.key.id, name: argument, secret: created.secret }, lines: [created.secret] };
      }
      if (sub === 'revoke' && argument !== undefined) {
        const revoked = await settings.revoke(argument, Date.now());
        return { json: shown(revoked), lines: [`revoked ${revoked.name}`] };
      }
      return sub === undefined ? answerOf(settings.get()) : null;
    case 'on':
      return answerOf(await settings.set({ on: true, http }));
    case 'off':
      return answerOf(await settings.set({ on: false, http: false }));
    case 'pause':
    case 'resume':
      return answerOf(await settings.set({ paused: action === 'pause' }));
    default:
      return null;
  }
}

function answerOf({ on, http, paused, keys }: StoredAgents): Answer {
  const state = on ? `on for programs of this machine${http ? ' and over HTTP' : ''}` : 'off';
  return {
    json: { on, http, paused, keys: keys.map(shown) },
    lines: [
      `assistants are ${state}${on && paused ? ', paused' : ''}`,
      ...keys.map(
        ({ id, name, scopes, revokedAt }) =>
          `${id}  ${scopes.join('+')}  ${revokedAt === null ? '' : 'revoked  '}${name.replaceAll(/\p{Cc}/gu, ' ')}`,
      ),
    ],
  };
}

function shown({ sha256, ...key }: StoredKey): object {
  return { ...key, local: sha256 === null };
}

function refuse(sentence: string, code = 2): number {
  process.stderr.write(`scenewright: ${sentence} (see scenewright agents --help)\n`);
  return code;
}
