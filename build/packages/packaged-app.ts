import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getRawHeader, listPackage } from '@electron/asar';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { programName, wrongFuses } from './fuses.ts';
import { root } from './script.ts';

const PRODUCT = 'Scenewright';

/** The files of the designs in the checkout: descriptions, data, templates, posters, and previews. */
const designFiles = globSync('designs/*/{design.json,data.json,*.xml,poster-*.jpg,preview-*.mp4}', { cwd: root }).map(
  (file) => `out/${file.replaceAll('\\', '/')}`,
);

/** The files that the app needs to start. */
const NEEDED = [
  'package.json',
  'out/package.json',
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/electron/service/create-service.js',
  'out/electron/service/serve/host-process.js',
  'out/electron/service/inspection/inspection-thread.js',
  'out/electron/service/drawings/drawing-thread.js',
  'out/electron/service/sources/photos/photo-thread.js',
  'out/electron/service/tables/table-thread.js',
  'out/electron/service/engine/compose/compose-thread.js',
  'out/kernels/kernels.wasm',
  'out/kernels/svg-drawer.wasm',
  ...bundledFonts.map(({ file }) => `out/fonts/${file}`),
  'out/designs/LICENSE',
  ...['page.js', 'page.css', 'icon.svg'].map((name) => `out/link-pages/${name}`),
  ...['conventions', 'skill', 'language', 'film-check', 'agents', 'http', 'llms'].map(
    (name) => `out/reference/${name}.txt`,
  ),
  ...designFiles,
  'node_modules/canvaskit-wasm/bin/canvaskit.wasm',
  'node_modules/libheif-js/libheif-wasm/libheif.wasm',
  'node_modules/@jsquash/avif/codec/dec/avif_dec.wasm',
];
/** The files that must not be packed: sources, maps, tests, notes, and secrets. */
const FORBIDDEN_FILES = [
  /\.(?:map|ts|mts|cts|tsx|flow|tsbuildinfo|md|pem|key|p12|pfx)$/,
  /(?:^|\/)\.(?!bin$)[^/]+/,
  /(?:^|\/)(?:test|tests|__tests__|testing|docs|examples?|benchmarks?|coverage)\//,
  /\.(?:test|spec|arbitrary)\.[cm]?js$/,
];
/** The allowed paths of the files of the app itself. */
const OWN =
  /^(?:(?:out\/)?package\.json|out\/(?:main|preload|renderer|electron|shared|fonts|designs|reference|link-pages|kernels)\/.+|node_modules\/.+)$/;

/** An unpacked app, such as `release/linux-unpacked`. */
export interface PackagedApp {
  readonly folder: string;
  /** The name of the platform in Node. */
  readonly platform: string;
}

/** Checks the fuses, files, integrity, and extra resources of a packaged app. Returns a sentence for each error. */
export async function checkPackagedApp(app: PackagedApp): Promise<readonly string[]> {
  const resources = resourcesOf(app);
  return [
    ...(await wrongFuses(join(app.folder, programName(app.platform, PRODUCT)))),
    ...wrongFiles(packedFiles(join(resources, 'app.asar'))),
    ...(await wrongIntegrity(app, join(resources, 'app.asar'))),
    ...(await missingBeside(resources)),
  ];
}

export function resourcesOf({ folder, platform }: PackagedApp): string {
  return platform === 'darwin' ? join(folder, `${PRODUCT}.app`, 'Contents', 'Resources') : join(folder, 'resources');
}

/** Returns the files in an archive, with `/` between folders. */
export function packedFiles(archive: string): readonly string[] {
  const all = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));
  const folders = new Set(all.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return all.filter((path) => !folders.has(path));
}

/** Returns the missing and the forbidden files. */
export function wrongFiles(files: readonly string[]): readonly string[] {
  const have = new Set(files);
  return [
    ...NEEDED.filter((file) => !have.has(file)).map((file) => `${file} is missing.`),
    ...files
      .filter((file) => !OWN.test(file) || FORBIDDEN_FILES.some((pattern) => pattern.test(file)))
      .map((file) => `${file} must not be in the package.`),
  ];
}

/**
 * Checks the digest of the archive. On macOS it is in the app's Info.plist, and on Windows in the resources of the
 * program. On Linux, the digest does not exist.
 */
async function wrongIntegrity({ folder, platform }: PackagedApp, archive: string): Promise<readonly string[]> {
  const digest = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  const place = {
    darwin: join(folder, `${PRODUCT}.app`, 'Contents', 'Info.plist'),
    win32: join(folder, `${PRODUCT}.exe`),
  }[platform];
  if (place === undefined) return [];
  const bytes = await readFile(place);
  return bytes.includes(digest) ? [] : [`${place} does not contain the digest of app.asar.`];
}

async function missingBeside(resources: string): Promise<readonly string[]> {
  const ffmpeg = await readdir(join(resources, 'ffmpeg')).catch(() => []);
  const has = (pattern: RegExp): boolean => ffmpeg.some((name) => pattern.test(name));
  const isComplete =
    has(/^ffmpeg(?:\.exe)?$/) && has(/^ffprobe(?:\.exe)?$/) && has(/^LICENCE-/) && has(/^SOURCE-OFFER\.txt$/);
  const licences = await stat(join(resources, 'licences', 'THIRD-PARTY-LICENCES.txt')).catch(() => null);
  return [
    ...(isComplete || has(/^NO-FFMPEG\.txt$/)
      ? []
      : ['FFmpeg, ffprobe, their licenses, or the source offer are missing.']),
    ...((licences?.size ?? 0) > 10_000 ? [] : ['The licenses of the packaged software are missing.']),
  ];
}
