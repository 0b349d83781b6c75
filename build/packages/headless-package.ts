import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './script.ts';

const BIN = 'out/electron/service/command/scenewright.js';
/** The entry point of the command. The bundle replaces it in the package. */
const MAIN = 'out/electron/service/command/main.js';

const README = `# scenewright

Makes films from XML movie templates: a command and an HTTP service, without a desktop. It needs Node 24 and FFmpeg:
SCENEWRIGHT_FFMPEG, the FFmpeg for this system in \`out/ffmpeg\`, or \`ffmpeg\` and \`ffprobe\` on PATH, in this order.

    scenewright render first.xml --out first.mp4
    scenewright batch greeting.xml --rows people.csv --out films
    scenewright service --workspace ./workspace
    scenewright worker --queue rediss://queue.example --store s3://bucket/farm
    scenewright --help

\`scenewright service --editor\` serves the editor too, and prints a link that opens it in a browser of this machine.
`;

/**
 * Packs the command, the service, and the page of the editor as a separate package. Returns the path of the package
 * file.
 * @param work The folder in which the package is assembled.
 * @param target The folder of the file.
 * @param ffmpeg The folder with a folder of FFmpeg for each platform. The package contains the ones for Linux.
 */
export async function packHeadless(work: string, target: string, ffmpeg: string): Promise<string> {
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await mkdir(target, { recursive: true });
  for (const part of [
    'package.json',
    'electron',
    'shared',
    'renderer',
    'link-pages',
    'command',
    'fonts',
    'designs',
    'reference',
    'kernels',
  ])
    await cp(join(root, 'out', part), join(work, 'out', part), { recursive: true, filter: isShipped });
  const platforms = (await namesIn(ffmpeg)).filter((name) => name.startsWith('linux-'));
  for (const platform of platforms)
    await cp(join(ffmpeg, platform), join(work, 'out', 'ffmpeg', platform), { recursive: true });
  await writeFile(join(work, MAIN), "import '../../../command/main.js';\n");
  await chmod(join(work, BIN), 0o755);
  await writeFile(join(work, 'package.json'), `${JSON.stringify(await description(), null, 2)}\n`);
  await writeFile(join(work, 'README.md'), README);
  await cp(join(root, 'LICENSE'), join(work, 'LICENSE'));
  await cp(join(root, 'renderer/ui/fonts/LICENSE-OFL.txt'), join(work, 'LICENSE-fonts.txt'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: work,
    shell: process.platform === 'win32',
  });
  const packed: unknown = JSON.parse(stdout);
  return join(target, fileName(packed));
}

/** Returns the names in a folder; an empty list if the folder does not exist. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the package.json of the main package without the fields that only a checkout needs. */
async function description(): Promise<Readonly<Record<string, unknown>>> {
  const { name, version, license, type, dependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  return {
    ...{ name, version, license, type, dependencies },
    description: 'Makes films from XML movie templates: a command and an HTTP service',
    engines: { node: '>=24' },
    bin: { scenewright: BIN },
    files: ['out', 'LICENSE-fonts.txt'],
  };
}

function isShipped(path: string): boolean {
  return !/\.(?:map|ts|stamp)$/.test(path);
}

/** Returns the file name in the output of npm, which is a list or an object by package name. */
function fileName(packed: unknown): string {
  const [first]: unknown[] = typeof packed === 'object' && packed !== null ? Object.values(packed) : [];
  if (typeof first === 'object' && first !== null && 'filename' in first) return String(first.filename);
  throw new Error(`npm pack says ${JSON.stringify(packed)}`);
}
