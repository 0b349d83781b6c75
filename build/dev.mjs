import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { root, toolProgram } from './paths.mjs';
import { runInFront, runService } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain, say } from './set-up-error.mjs';

/**
 * `npm run dev`: opens the editor in a browser with hot reload and starts a separate service. Arguments such as
 * `--workspace FOLDER` apply to the service. The service is built only once, so a change of the service requires a
 * restart.
 */
await runMain(async () => {
  const node = await setUp({ build: false, bundles: ['service'] });
  const credentials = { key: randomBytes(9).toString('base64url'), secret: randomBytes(24).toString('base64url') };
  const env = { ...process.env, SCENEWRIGHT_API_KEY: credentials.key, SCENEWRIGHT_API_SECRET: credentials.secret };
  const workspace = path.join(root, 'out', 'dev-workspace');
  const ended = new AbortController();
  /** @type {Promise<number> | null} */
  let pages = null;
  const code = await runService(node, {
    args: ['--port', '0', '--workspace', workspace, '--log', 'warn', ...process.argv.slice(2)],
    env,
    signal: ended.signal,
    onLine: (line) => {
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (url === undefined || pages !== null) return;
      say(`The service is running at ${url}`);
      pages = runPages(node, { ...env, SCENEWRIGHT_DEV_SERVICE: url }).finally(() => ended.abort());
    },
  });
  return (await pages) ?? code;
});

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
function runPages(node, env) {
  const config = path.join(root, 'build', 'vite.renderer.config.ts');
  return runInFront(spawn(node, [toolProgram('vite'), '--config', config], { cwd: root, env, stdio: 'inherit' }));
}
