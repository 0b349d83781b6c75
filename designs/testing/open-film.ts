import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMediaTools } from '../../electron/service/ffmpeg/finding/find-tools.ts';
import type { MediaTools } from '../../electron/service/ffmpeg/tools.ts';
import { composePart } from '../../electron/service/render/compose/compose-part.ts';
import { drawingFrom } from '../../electron/service/render/compose/drawing-desk.ts';
import { judgeDrawings } from '../../electron/service/render/compose/judge-drawings.ts';
import { filter } from '../../electron/service/render/graph/filter-graph.ts';
import { filmDrawings } from '../../electron/service/render/plan/film-drawings.ts';
import { type FilmSources, filmSources } from '../../electron/service/render/plan/film-sources.ts';
import { encodingLimits, outputLimitBytes } from '../../electron/service/render/plan/limits.ts';
import { locateSources, pathsByDigest, sourcesOf } from '../../electron/service/render/plan/locate-sources.ts';
import { pixelFormat } from '../../electron/service/render/plan/picture-graph.ts';
import { planFrame, stretchAt } from '../../electron/service/render/plan/plan.ts';
import type { LocateSource } from '../../electron/service/sources/located-source.ts';
import { wantedFacts } from '../../electron/service/sources/wanted-facts.ts';
import type { DrawnPicture, TextDrawing } from '../../shared/drawings/drawing/drawing.ts';
import { textDrawing } from '../../shared/film/rows/layer-drawing.ts';
import { required } from '../../shared/lib/assert.ts';
import { err, ok } from '../../shared/lib/result.ts';
import { statement } from '../../shared/statements/statement.ts';
import type { Finding, Problem } from '../../shared/template/document/problem.ts';
import type { Movie, TextLayer } from '../../shared/template/movie/movie.ts';
import { resolveTemplate } from '../../shared/template/resolve/resolve.ts';
import { frames } from '../../shared/template/values/frame-rate.ts';
import { nodesOf } from '../../shared/template-xml/read/node-ids.ts';
import { readTemplate } from '../../shared/template-xml/read/read.ts';

/** A template with its values and its files, as the engine opens it. */
export interface OpenFilm {
  readonly movie: Movie;
  /** All that is wrong with it or worth knowing: of the template, of its sources, of what is drawn. */
  readonly findings: readonly (Finding | Problem)[];
  readonly sources: FilmSources;
  /** What a text looks like by itself, as its layer has it. */
  readonly drawText: (layer: TextLayer, change?: Partial<TextDrawing>) => Promise<DrawnPicture>;
  /** A frame of the film: red, green and blue of each pixel. */
  readonly raster: (frame: number) => Promise<Uint8Array>;
  readonly locate: LocateSource;
  /** The layers that the template gives this name. */
  readonly named: (name: string) => ReadonlySet<string>;
}

const never = new AbortController().signal;
let tools: Promise<MediaTools> | null = null;

export function mediaTools(): Promise<MediaTools> {
  const cacheFolder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  tools ??= findMediaTools(process.env, cacheFolder === undefined ? {} : { cacheFolder });
  return tools;
}

/**
 * Opens a template as a render does.
 * @param files By the name that `src` has, where it lies.
 */
export async function openFilm(
  xml: string,
  values: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, string>,
): Promise<OpenFilm> {
  const { source, problems } = readTemplate(xml);
  const document = required(source, `a template that can be read: ${JSON.stringify(problems)}`).document;
  const resolved = resolveTemplate(document, { values: new Map(Object.entries(values)), missing: 'error' });
  const movie = required(resolved.movie, `a film: ${JSON.stringify(resolved.findings)}`);
  const locate = locateAmong(files);
  const found = await locateSources(sourcesOf(movie), { locate }, never);
  const known = filmSources(movie, found);
  if (!known.ok) throw new Error(`sources: ${JSON.stringify(known.error)}`);
  const sources = known.value;
  const { filters, ffmpeg } = await mediaTools();
  const at = required(stretchAt({ movie, format: 'mp4', filters }, frames(0)), 'a first frame');
  const { layOut, draw } = drawingFrom(pathsByDigest(found));
  const judged = await judgeDrawings(filmDrawings(movie, sources, at.canvas), layOut, never);
  const frame = { width: movie.width, height: movie.height };
  return {
    movie,
    sources,
    locate,
    named: (name) =>
      new Set(
        [...nodesOf(document)].flatMap((node) =>
          node.kind === 'element' && node.attributes.some((each) => each.name === 'name' && each.value === name)
            ? [node.id]
            : [],
        ),
      ),
    findings: [...problems, ...resolved.findings, ...judged.errors, ...judged.warnings],
    drawText: async (layer, change = {}) => {
      const { fonts, spanFonts } = sources.fonts(layer);
      const drawing = { ...textDrawing(layer, fonts, { frame, scale: 1, look: null }, spanFonts), ...change };
      const drawn = await draw(drawing, never);
      if (!drawn.ok) throw new Error(`a text cannot be drawn: ${JSON.stringify(drawn.error)}`);
      return drawn.value.picture;
    },
    raster: async (number) => {
      const asked = required(stretchAt({ movie, format: 'mp4', filters }, frames(number)), `frame ${number}`);
      const { part, canvas } = planFrame(asked, movie, sources);
      if (part.kind !== 'composed') throw new Error('every scene of a design has something that is drawn');
      const shown = { in_color_matrix: 'bt709', in_range: 'limited', out_range: 'full', flags: 'accurate_rnd' };
      const encoding = ['-c:v', 'rawvideo', '-f', 'rawvideo'];
      const raw = { ...part, filters: [...part.filters, filter('scale', shown), pixelFormat('rgb24')], encoding };
      const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-frame-'));
      try {
        const file = path.join(folder, 'frame');
        await composePart(raw, file, {
          ffmpeg,
          draw,
          sourcePath: pathsByDigest(found),
          stillPath: () => '',
          decodingThreads: 1,
          encodingThreads: 1,
          limits: encodingLimits(canvas, number + 1, 1),
          outputLimitBytes: Math.max(outputLimitBytes(canvas, 1, 0), 4 * canvas.width * canvas.height),
          signal: never,
        });
        return await readFile(file);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}

const factsOf = new Map<string, Awaited<ReturnType<typeof wantedFacts>>>();

function locateAmong(files: ReadonlyMap<string, string>): LocateSource {
  return async ({ source, kind }) => {
    const name = source.kind === 'asset' ? source.name : source.url;
    const file = files.get(name);
    const missing = { code: 'source/not-found', says: statement('source/told', { words: `${name} is not there` }) };
    if (file === undefined) return err(missing as Extract<Awaited<ReturnType<LocateSource>>, { ok: false }>['error']);
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = `${kind} ${sha256}`;
    const known = { path: file, sha256 };
    const facts =
      factsOf.get(key) ?? (await wantedFacts(known, kind, await mediaTools(), { cacheFolder: null, signal: never }));
    factsOf.set(key, facts);
    if (facts.ok) return ok({ ...known, facts: facts.value });
    return err({ code: facts.error.code, says: statement('source/unusable', { name, reason: facts.error.reason }) });
  };
}
