import { resolve } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import { addFonts, removeFonts } from '../fonts/add-fonts.ts';
import { DEFAULT_REGISTRY } from '../fonts/fetch-archive.ts';
import { type FontPackage, fontPackage, fontPackages } from '../fonts/font-packages.ts';
import { fontsFolder } from '../fonts/fonts-folder.ts';
import { fontsOfPackage } from '../fonts/installed-fonts.ts';
import type { FontsInvocation } from './fonts-arguments.ts';
import type { Report } from './shown/report.ts';

const MEBIBYTE = 2 ** 20;
/** The number of progress lines that a download prints. */
const STEPS = 10;

/** The dependencies of the command. */
export interface FontsDependencies {
  /** The working directory. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Prints a progress line. */
  readonly print: (line: string) => void;
}

/** Lists, adds, or removes additional fonts. Throws `fonts/failed`. */
export async function fontsCommand(args: FontsInvocation, dependencies: FontsDependencies): Promise<Report> {
  const folder = fontsFolder(dependencies.environment, process.platform);
  const { action } = args;
  if (action === 'list') {
    const packages = await Promise.all(fontPackages.map((available) => describe(available, folder)));
    const lines = packages.map(
      ({ name, title, families, added, bytes }) =>
        `${name}: ${title} (${families.join(', ')}); ${added ? 'installed' : `not installed, ${megabytes(bytes)} to download`}`,
    );
    return successReport({ command: 'fonts', action, folder, packages }, lines);
  }
  const fonts = fontPackage(required(args.name, 'a package was named'));
  if (action === 'remove') {
    const removed = await removeFonts(fonts, folder);
    const line = removed ? `Removed ${fonts.name}.` : `${fonts.name} isn’t installed.`;
    return successReport({ command: 'fonts', action, folder, name: fonts.name, changed: removed }, [line]);
  }
  const added = await addFonts(fonts, {
    folder,
    from: args.from === null ? null : args.from.map((source) => resolve(dependencies.folder, source)),
    registry: args.registry ?? DEFAULT_REGISTRY,
    signal: dependencies.signal,
    onProgress: progressPrinter(dependencies.print),
  });
  const families = fonts.archives.flatMap((archive) => archive.fonts.slice(0, 1).map(({ font }) => font.family));
  const line = added ? `Installed ${families.join(', ')}.` : `${fonts.name} is already installed.`;
  return successReport({ command: 'fonts', action, folder, name: fonts.name, changed: added }, [line]);
}

async function describe({ name, title, archives }: FontPackage, folder: string) {
  const families = archives.flatMap((archive) => archive.fonts.slice(0, 1).map(({ font }) => font.family));
  const added = (await fontsOfPackage(folder, name)).length > 0;
  return { name, title, families, added, bytes: archives.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function progressPrinter(print: (line: string) => void): (bytes: number, total: number) => void {
  let printed = 0;
  return (bytes, total) => {
    const step = Math.floor((STEPS * bytes) / total);
    if (step <= printed) return;
    printed = step;
    print(`${megabytes(bytes)} of ${megabytes(total)}`);
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}

function successReport(result: Report['result'], lines: readonly string[]): Report {
  return { failure: null, problems: [], source: null, result, lines };
}
