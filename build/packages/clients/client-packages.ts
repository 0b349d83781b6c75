import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Assembles the npm package of the TypeScript client in a folder: compiled modules, types, examples, and README. */
export async function stageClient(root: string, target: string): Promise<void> {
  const source = path.join(root, 'packages', 'client');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const flat = ['--composite', 'false', '--incremental', 'false', '--outDir', path.join(target, 'dist')];
  await run(process.execPath, [compiler, '-p', source, ...flat]);
  const {
    private: _,
    exports: __,
    ...description
  } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  const published = {
    ...description,
    version: await versionOf(root),
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'examples'],
    ...repository(),
    publishConfig: { access: 'public', provenance: true },
  };
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await writeFile(path.join(target, 'README.md'), withoutLinks(await readFile(path.join(source, 'README.md'), 'utf8')));
  await cp(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  await cp(path.join(source, 'examples'), path.join(target, 'examples'), { recursive: true });
}

/** Builds the wheel of the Python client in a folder and returns its path. */
export async function buildWheel(root: string, target: string, python: string): Promise<string> {
  await mkdir(target, { recursive: true });
  const script = path.join(root, 'packages', 'python', 'build_wheel.py');
  const { stdout } = await run(python, ['-B', script, target]);
  return path.join(target, stdout.trim());
}

async function versionOf(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The repository of a build in CI. The provenance of a package names it. */
function repository(): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (server === undefined || name === undefined) return {};
  return { repository: { type: 'git', url: `git+${server}/${name}.git`, directory: 'packages/client' } };
}

/** Removes links to files of the repository, which a package does not contain, and keeps their words. */
function withoutLinks(page: string): string {
  return page.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}
