import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { CheckOptions } from '#shared/film-check/check-film.ts';
import type { TextsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { factsIn, locateSources, pathsByDigest, type SourceAccess } from '../engine/plan/locate-sources.ts';
import type { FilmText } from '../inspection/inspection-task.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { runPool } from '../waiting/pool.ts';

/** The services that a check uses. */
export interface CheckTools {
  readonly inspector: MovieInspector;
  readonly locating: SourceAccess;
}

/** The number of simultaneous layouts: the next text is sent to the thread while one is laid out. */
const AT_ONCE = 2;

/**
 * Checks a film: the entry of the command, the HTTP interface, and every other caller. The template must be valid with
 * its values. The error lists the problems of its sources. Throws the signal's reason after an abort.
 */
export async function checkFilm(
  film: FilmText,
  options: CheckOptions,
  { inspector, locating }: CheckTools,
  signal: AbortSignal,
): Promise<Result<CheckReport, readonly Finding[]>> {
  const startedAt = performance.now();
  const { planner } = await inspector.open(film);
  if (planner === null) throw new Error('a film to check has errors');
  const located = await locateSources(planner.sources, locating, signal);
  const found = factsIn(located);
  const texts = await inspector.texts(film, found, signal);
  if (!texts.ok) return texts;
  const layouts = await layOutTexts(texts.value, pathsByDigest(located), signal);
  const report = await inspector.check(film, { found, layouts, isCut: texts.value.isCut, options }, signal);
  return report.ok ? ok({ ...report.value, milliseconds: Math.round(performance.now() - startedAt) }) : report;
}

/** The layouts of the last texts, by drawing. The films of a batch share most of their texts. */
export function createLayoutMemory({ most, longest }: { readonly most: number; readonly longest: number }) {
  const known = new Map<string, DrawingLayout>();
  return {
    /** Returns the layout of a drawing; undefined for an unknown one. */
    get: (drawn: string): DrawingLayout | undefined => known.get(drawn),
    /** Remembers a layout, and forgets the one that was not used for the longest time. Ignores long drawings. */
    put: (drawn: string, layout: DrawingLayout): void => {
      if (drawn.length > longest) return;
      known.delete(drawn);
      known.set(drawn, layout);
      for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    },
  };
}

/** The limits keep the memory below about 50 MiB. Long texts are not remembered. */
const layoutMemory = createLayoutMemory({ most: 4000, longest: 16_000 });

/** Lays out texts. Leaves out texts with a fault, which a render reports. */
async function layOutTexts(
  { texts }: TextsToLayOut,
  pathOf: (sha256: string) => string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DrawingLayout>> {
  const { layOut } = drawingFrom(pathOf);
  const layouts = new Map<string, DrawingLayout>();
  await runPool(texts, AT_ONCE, signal, async ({ key, drawing }, either) => {
    const drawn = JSON.stringify(drawing);
    const known = layoutMemory.get(drawn);
    const layout = known === undefined ? await layOut(drawing, either) : ok(known);
    if (!layout.ok) return;
    layouts.set(key, layout.value);
    layoutMemory.put(drawn, layout.value);
  });
  return layouts;
}
