import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { type Drawing, launchChromium } from '#renderer/testing/chromium.ts';
import { decodePng, decodeRgbaPng, type RgbPicture } from '#service/testing/decode-png.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { movieOf } from './movie-of.ts';

/** A service with a project, and a browser with the preview. */
export interface PreviewWorld extends AsyncDisposable {
  readonly service: TestService;
  readonly page: Page;
  readonly project: string;
  /** The uncaught errors of the page. */
  readonly faults: readonly Error[];
  /** A folder for generated media. */
  readonly folder: string;
  /** Adds a file to the project under its original name. */
  readonly addAsset: (path: string) => Promise<string>;
  /** Returns a frame of the preview. If `scale` is below 1, the frame is drawn as during motion. */
  readonly previewed: (xml: string, frame: number, size?: Size, scale?: number) => Promise<RgbPicture>;
  /** Returns successive frames of the preview. */
  readonly previewedEach: (xml: string, frames: readonly number[]) => Promise<readonly RgbPicture[]>;
  /** Returns a frame as the engine renders it. */
  readonly rendered: (xml: string, frame: number) => Promise<RgbPicture>;
  /** Returns a frame of a transparent movie over a gray: as the preview draws it, and as the engine renders it. */
  readonly transparent: (
    xml: string,
    frame: number,
    gray: number,
  ) => Promise<{ readonly previewed: RgbPicture; readonly rendered: RgbPicture }>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export async function openPreviewWorld(drawing?: Drawing): Promise<PreviewWorld> {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await temporaryFolder());
  const site = await harnessSite(folder.path);
  const service = undo.use(await openService({ editor: { folder: site } }));
  const { project } = await createProject(service);
  const browser = undo.adopt<Browser>(await launchChromium(drawing), (launched) => launched.close());
  const page = await browser.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.goto(required(service.newEditorLink, 'the service shows the editor')());
  await page.waitForFunction(() => 'harness' in window);

  const owned = undo.move();
  return {
    service,
    page,
    project,
    faults,
    folder: folder.path,
    async addAsset(path) {
      const name = basename(path);
      const body = new Uint8Array(await readFile(path));
      await service.putAsset(project, name, body);
      return name;
    },
    async previewed(xml, frame, size, scale) {
      const movie = movieOf(xml);
      const shown = size ?? evenSize(movie);
      const pixels = await page.evaluate(
        (given) => window.harness.frame(given.project, given.movie, given.frame, given.shown, given.scale),
        { project, movie, frame, shown, scale },
      );
      return { ...shown, pixels: withoutAlpha(Buffer.from(pixels, 'base64')) };
    },
    async previewedEach(xml, frames) {
      const movie = movieOf(xml);
      const shown = evenSize(movie);
      const all = await page.evaluate(
        async (given) => {
          const drawn: string[] = [];
          for (const frame of given.frames)
            drawn.push(await window.harness.frame(given.project, given.movie, frame, given.shown));
          return drawn;
        },
        { project, movie, frames, shown },
      );
      return all.map((pixels) => ({ ...shown, pixels: withoutAlpha(Buffer.from(pixels, 'base64')) }));
    },
    async rendered(xml, frame) {
      const answer = await service.client.open('renderFrame', {
        parameters: { region: 'local', project },
        body: { template: xml, frame: String(frame) },
      });
      return decodePng(new Uint8Array(await answer.arrayBuffer()));
    },
    async transparent(xml, frame, gray) {
      const movie = movieOf(xml);
      const shown = evenSize(movie);
      const pixels = await page.evaluate(
        (given) => window.harness.frame(given.project, given.movie, given.frame, given.shown),
        { project, movie, frame, shown },
      );
      const answer = await service.client.open('renderFrame', {
        parameters: { region: 'local', project },
        body: { template: xml, frame: String(frame) },
      });
      const rendered = decodeRgbaPng(new Uint8Array(await answer.arrayBuffer()));
      return {
        previewed: { ...shown, pixels: overGray(Buffer.from(pixels, 'base64'), gray, true) },
        rendered: { ...rendered, pixels: overGray(rendered.pixels, gray, false) },
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function createProject(service: TestService): Promise<{ readonly project: string }> {
  const uid = await service.createProject('preview');
  return { project: uid };
}

/** Returns the folder of the bundled page. An earlier test of the same run may have bundled it. */
async function harnessSite(folder: string): Promise<string> {
  // In watch mode, the page changes with its sources, so it is not shared between runs.
  const ofRun = process.env['VITEST_MODE'] === 'RUN' ? process.env['SCENEWRIGHT_TEST_MEDIA'] : undefined;
  const site = join(ofRun ?? folder, 'preview-harness');
  if (existsSync(site)) return site;
  const own = join(folder, 'site');
  await buildHarness(own);
  // Another worker may bundle the page at the same time. The rename is atomic, and the first folder is used.
  await rename(own, site).catch((error: unknown) => {
    if (!existsSync(site)) throw error;
  });
  return site;
}

/** Bundles the page of the preview with the configuration of the editor. */
async function buildHarness(outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    base: './',
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome140',
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'index.html') },
    },
  });
}

function evenSize({ width, height }: Movie): Size {
  return { width: width + (width % 2), height: height + (height % 2) };
}

/** Draws pixels over a gray. The pixels of a WebGL canvas are premultiplied. */
function overGray(rgba: Uint8Array, gray: number, isPremultiplied: boolean): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let pixel = 0; pixel < rgba.length / 4; pixel++)
    for (let part = 0; part < 3; part++) {
      const opacity = (rgba[4 * pixel + 3] ?? 0) / 255;
      const color = (rgba[4 * pixel + part] ?? 0) * (isPremultiplied ? 1 : opacity);
      rgb[3 * pixel + part] = Math.round(color + gray * (1 - opacity));
    }
  return rgb;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from] ?? 0;
    rgb[to++] = rgba[from + 1] ?? 0;
    rgb[to++] = rgba[from + 2] ?? 0;
  }
  return rgb;
}
