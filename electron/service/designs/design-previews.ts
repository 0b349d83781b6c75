import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { DesignSize } from '#shared/designs/design-file.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { refusal } from '../errors/issues.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { ViewFile } from '../media-views/view-store.ts';
import type { MediaViews } from '../media-views/views-port.ts';
import { checkRenderForm, type RequestContext } from '../renders/accept/render-request.ts';
import { locateForFilm } from '../renders/sources/locate-for-film.ts';
import type { Foundation } from '../storage/ports.ts';
import { type DesignCatalogue, templateIn } from './design-catalogue.ts';
import type { DesignPicture } from './design-posters.ts';
import type { StoredDesign } from './stored-designs.ts';

/**
 * The preview films of the user's own designs, which are made in the background. The previews of the program's designs
 * are shipped.
 */
export interface DesignPreviews {
  /**
   * Returns the preview; null if it does not exist yet. A missing preview is made once, and the event `designs.changed`
   * reports it.
   */
  find(design: StoredDesign, size: DesignSize): Promise<DesignPicture | null>;
  /** Stops the preview that is being made. */
  readonly stop: () => Promise<void>;
}

export interface PreviewOptions extends Omit<RequestContext, 'database'> {
  readonly foundation: Foundation;
  readonly catalogue: Pick<DesignCatalogue, 'outline'>;
  readonly views: Pick<MediaViews, 'findCached' | 'makeCached'>;
  readonly workshop: Workshop;
  readonly onFailure: (error: unknown) => void;
}

const { previewPixels: PIXELS, previewRate: RATE } = serviceLimits.design;
/** The version of the previews. Raise it if they are made differently. */
const VERSION = 1;
/** The maximum size of a preview in bytes. A preview of one minute is smaller. */
const MAX_BYTES = 50 * 2 ** 20;

export function createDesignPreviews(options: PreviewOptions): DesignPreviews {
  const { foundation, catalogue, views, workshop, onFailure } = options;
  const { database, events, workspace } = foundation;
  const stopping = new AbortController();
  /** The keys of previews that are being made or have failed. A failed preview is made again after the next start. */
  const startedKeys = new Set<string>();
  let running: Promise<void> = Promise.resolve();

  const make = async (
    { project, ...design }: StoredDesign,
    size: DesignSize,
    { path, folder, signal }: { readonly path: string; readonly folder: string; readonly signal: AbortSignal },
  ): Promise<void> => {
    const knownDesign = { kind: 'own', design: { ...design, project } } as const;
    const { xml: template } = templateIn(knownDesign, size, database);
    const form = { template, format: 'mp4', quality: 'draft' };
    const checked = await checkRenderForm(form, project, { ...options, database }, signal);
    const { planner, issues } = await options.inspector.open({ xml: template, values: [...checked.variables] });
    if (planner === null) throw refusal('render/invalid', issues);
    const tools = await options.tools();
    const cacheFolder = join(workspace, 'cache');
    const sourceOptions = { ...foundation, ...options, tools, cacheFolder };
    await using sources = locateForFilm({ project, inputs: checked.inputs }, sourceOptions);
    const output = join(folder, 'film.mp4');
    // Load the engine at its first use, so that the service starts quickly.
    const { renderMovie } = await import('../engine/engine.ts');
    const rendered = await renderMovie(
      { film: planner, format: 'mp4', quality: 'draft', output },
      {
        ...{ tools, locate: sources.locate, workshop },
        ...(options.addedFonts && { addedFonts: options.addedFonts }),
      },
      { signal },
    );
    if (!rendered.ok) throw refusal('render/invalid', await options.inspector.locate(template, rendered.error));
    await shrink(output, path, { tools, signal, outline: await catalogue.outline(knownDesign, size) });
  };
  const startPreview = (key: string, design: StoredDesign, size: DesignSize): void => {
    if (startedKeys.has(key) || stopping.signal.aborted) return;
    startedKeys.add(key);
    running = running.then(async () => {
      if (stopping.signal.aborted) return;
      try {
        await views.makeCached(key, stopping.signal, (path, folder, signal) =>
          make(design, size, { path, folder, signal }),
        );
        startedKeys.delete(key);
        events.announce({ type: 'designs.changed', project: null, data: { name: design.name } });
      } catch (error) {
        if (!stopping.signal.aborted) onFailure(error);
      }
    });
  };
  return {
    find: async (design, size) => {
      const tools = await options.tools();
      const keyParts = [VERSION, ENGINE_VERSION, tools.version, design.version, size];
      const key = createHash('sha256').update(JSON.stringify(keyParts)).digest('hex');
      const cached: ViewFile | null = await views.findCached(key);
      if (cached !== null) return { ...cached, etag: `"${key.slice(0, 32)}"`, version: design.version };
      startPreview(key, design, size);
      return null;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Writes a small film without sound. It can be played while it is being downloaded. */
async function shrink(
  film: string,
  path: string,
  {
    tools,
    signal,
    outline,
  }: { readonly tools: MediaTools; readonly signal: AbortSignal; readonly outline: FilmOutline },
): Promise<void> {
  const factor = PIXELS / Math.max(outline.width, outline.height);
  const [width, height] = [outline.width, outline.height].map(
    (side) => 2 * Math.max(1, Math.round((side * factor) / 2)),
  );
  await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...['-y', '-i', `file:${film}`, '-an', '-vf', `fps=${RATE},scale=${width}:${height}:flags=area`],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '27', '-pix_fmt', 'yuv420p'],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
    ],
    signal,
    durationSeconds: outline.seconds,
    outputLimitBytes: MAX_BYTES,
    background: true,
  });
}
