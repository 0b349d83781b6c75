import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageRequest } from '#shared/contract/shapes/package-shapes.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import type { MadePackage } from '../../engine/package/make-package.ts';
import { factsIn, locateSources, requestKey } from '../../engine/plan/locate-sources.ts';
import { refusal } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { RenderRecord } from '../records/render-record.ts';
import type { FilmWork, FinishedFilm } from '../records/render-worker.ts';
import { locateForFilm } from '../sources/locate-for-film.ts';
import type { InProcessWorkerOptions } from './in-process-worker.ts';

/** A finished film on this machine. */
interface FilmHere extends Pick<FinishedFilm, 'bytes' | 'sha256' | 'durationSeconds'> {
  readonly path: string;
  /** The file name of the film. The names of the package's files begin with it. */
  readonly name: string;
}

/** A package whose files are on the file system of the workspace. Disposal deletes the remaining files. */
export interface PackedFilm extends Omit<MadePackage, 'warnings'>, AsyncDisposable {
  readonly warnings: readonly Issue[];
}

/** Makes the package of a film that any worker made. Throws `render/invalid` and the errors of FFmpeg. */
export type PackFilm = (
  request: PackageRequest,
  work: FilmWork,
  film: FilmHere,
  signal: AbortSignal,
) => Promise<PackedFilm>;

/** Creates the packer of this process. It needs no parts of the film, so it can also pack the films of a farm. */
export function createFilmPacker(options: InProcessWorkerOptions): PackFilm {
  const { inspector, temporaryFolder, workshop } = options;
  return async (request, work, film, signal) => {
    const { template: xml, range, format } = work;
    const values = [...work.variables];
    const text = { xml, values, range };
    const tools = await options.tools();
    await using sources = locateForFilm(work, { ...options, tools });
    const access = { locate: sources.locate, ...(options.addedFonts && { addedFonts: options.addedFonts }) };
    const needed = await inspector.package(text, null);
    const located = await locateSources(needed.sources, access, signal);
    const { content } = await inspector.package(text, factsIn(located));
    if (content?.ok !== true) throw refusal('render/invalid', await inspector.locate(xml, content?.error ?? []));
    const cover = content.value.metadata?.cover ?? null;
    const found =
      cover === null || cover === 'poster' ? null : located.get(requestKey({ source: cover, kind: 'image' }));
    const folder = await mkdtemp(join(temporaryFolder, 'package-'));
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      const [{ makePackage }, { renderMovie }] = await Promise.all([
        import('../../engine/package/make-package.ts'),
        import('../../engine/engine.ts'),
      ]);
      // APNG is lossless and preserves opacity; MP4 shows the film over its matte.
      const opaque = content.value.isTransparent ? 'mp4' : 'apng';
      const makeFrame = async (frame: number): Promise<string> => {
        const at = (range?.from ?? 0) + frame;
        const { planner } = await inspector.open({ xml, values, range: { from: at, to: at + 1 } });
        const output = join(folder, `frame-${frame}.${opaque}`);
        if (planner === null) throw new Error('a rendered film has no frame');
        const still = { film: planner, format: opaque, quality: 'high', output } as const;
        const rendered = await renderMovie(still, { tools, workshop, ...access }, { signal });
        if (!rendered.ok) throw refusal('render/invalid', await inspector.locate(xml, rendered.error));
        return output;
      };
      const coverPath = found?.ok === true ? found.value.path : null;
      const toPack = { ...film, format, content: content.value, coverPath, makeFrame };
      const made = await makePackage(request, toPack, { tools, folder, signal });
      const warnings = await inspector.locate(xml, made.warnings);
      return { ...made, warnings, [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}

/** Returns the file name of a render's film. The names of the package's files begin with it. */
export function packageName({ id, filename, request }: RenderRecord): string {
  const { destination, name, templateName, format } = request;
  const { extension } = formatOf(format);
  const sent = destination?.filename.replace(/^.*\//, '') ?? '';
  if (sent !== '') return sent;
  const title = (name ?? templateName ?? id).replace(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/\.(?:xml|json)$/i, '');
  return filename?.replace(/^.*\//, '') ?? (title.endsWith(`.${extension}`) ? title : `${title}.${extension}`);
}
