import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeClientFiles } from './clients/client-files.ts';
import { buildWheel, stageClient } from './clients/client-packages.ts';
import { breakingChanges } from './clients/compare.ts';
import { readContract } from './clients/contract-model.ts';
import { PackagingError, root, runScript } from './script.ts';

const run = promisify(execFile);
const PYTHON = process.env['SCENEWRIGHT_PYTHON'] ?? 'python3';

// `npm run clients`: writes the generated files of `packages/client` and `packages/python`. With `--pack`, it also makes
// the npm package and the wheel in `release/`. With `--compare REVISION`, it only lists changes that break clients.
await runScript(async () => {
  const [option, revision] = process.argv.slice(2);
  if (option === '--compare') return await compareWith(revision);
  if (option !== undefined && option !== '--pack') {
    throw new PackagingError(`Unknown option ${option}. Choose from --compare REVISION and --pack.`);
  }
  await writeClientFiles(root);
  if (option === '--pack') await packClients();
});

/** Prints the breaking changes since a revision. The exit code is 1 if there are some. */
async function compareWith(revision: string | undefined): Promise<void> {
  if (revision === undefined) throw new PackagingError('Name a revision, such as `--compare v0.1.0`.');
  // The folder is in the checkout, so that the old contract finds zod.
  const folder = path.join(root, 'out', 'clients', 'compared');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, 'shared.tar');
  await run('git', ['archive', '--output', archive, revision, 'package.json', 'shared'], { cwd: root }).catch(() => {
    throw new PackagingError(`Git does not have the revision ${revision}, or the revision has no contract.`);
  });
  await run('tar', ['-xf', archive, '-C', folder]);
  const changes = breakingChanges(await readContract(folder), await readContract(root));
  for (const change of changes) console.log(change);
  console.log(
    changes.length === 0 ? `No change since ${revision} breaks clients.` : `${changes.length} breaking changes.`,
  );
  if (changes.length > 0) process.exitCode = 1;
}

/** Makes the packages in `release/`. */
async function packClients(): Promise<void> {
  const release = path.join(root, 'release');
  const staged = path.join(root, 'out', 'clients', 'package');
  await mkdir(release, { recursive: true });
  await stageClient(root, staged);
  const { stdout } = await run('npm', ['pack', '--pack-destination', release], { cwd: staged });
  console.log(path.join('release', stdout.trim()));
  console.log(path.relative(root, await buildWheel(root, release, PYTHON)));
}
