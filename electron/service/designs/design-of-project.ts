import type { z } from 'zod';
import type { designCalls } from '#shared/contract/calls/designs.ts';
import { serviceLimits } from '#shared/contract/limits.ts';
import { type DesignFile, designSizes, type SizedTemplate } from '#shared/designs/design-file.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import { EMPTY_RECORD, editingRecordJson, parseEditingRecord } from '#shared/editing/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { statement } from '#shared/statements/statement.ts';
import { type BundleContent, readBundleContent } from '../bundles/content.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { editingText } from '../movies/editing-text.ts';
import { inspectOrRefuse } from '../movies/movie-store.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { type ComingContent, outlineOf, refusedDesign, requireUsable, sizeOf } from './coming-design.ts';
import type { DesignAsset, DesignTemplate } from './kept-designs.ts';

/** What is said of a design that is made of a project's templates. */
export type SavedDesign = z.output<(typeof designCalls)['saveDesign']['body']['schema']>;

/** Where a film's poster is taken unless somebody says: behind what it begins with, before it ends. */
const POSTER_SHARE = 0.45;

/**
 * A design of templates of a project as they are now, with their data sets and the files that they name. Throws
 * `template/not-found`, `template/invalid`, `design/invalid`.
 */
export async function designOfProject(
  project: ProjectUid,
  saved: SavedDesign,
  { database, inspector }: { readonly database: Database; readonly inspector: MovieInspector },
): Promise<ComingContent> {
  const content = readBundleContent(database, project);
  const sizes: Record<string, SizedTemplate> = {};
  const templates: DesignTemplate[] = [];
  const names = new Set<string>();
  const called = new Map<string, string>();
  let posterShare: number | null = null;
  for (const wanted of saved.templates) {
    const { name, bytes } = foundIn(content, wanted);
    const { movie } = await inspectOrRefuse(inspector, { spelling: 'xml', bytes });
    const outline = await outlineOf(movie.xml, name, inspector);
    const size = sizeOf(outline);
    if (size === null) throw refusedDesign(otherShape(name, outline));
    const other = called.get(size);
    if (other !== undefined) throw refusedDesign(statement('design/same-shape', { template: name, other, size }));
    called.set(size, name);
    const { dataSets } = recordOf(content, name);
    posterShare ??= shareOf(saved.posterFrame, outline, name);
    const { word } = designSizes[size];
    sizes[size] = { template: `${word}.xml`, posterFrame: Math.floor(posterShare * outline.frames) };
    const editing = await editingText(
      editingRecordJson({ ...EMPTY_RECORD, dataSets, chosen: required(dataSets[0], 'no data set').id }),
    );
    templates.push({ name: word, bytes, movie, editing });
    for (const asset of await inspector.assets(movie.xml)) names.add(nameKey(asset));
    // A value may be the name of a file, too.
    for (const { values } of dataSets) for (const value of Object.values(values)) names.add(nameKey(value.trim()));
  }
  const { title, category } = saved;
  const file: DesignFile = { title: { en: title }, description: { en: saved.description ?? title }, category, sizes };
  const design = { file, templates, assets: assetsIn(content, names) };
  requireBytes(design);
  await requireUsable(design, inspector);
  return design;
}

function foundIn({ templates }: BundleContent, wanted: string): BundleContent['templates'][number] {
  const template = templates.find(({ name }) => nameKey(name) === nameKey(wanted));
  if (template === undefined)
    throw new ServiceError('template/not-found', statement('name/none-called', { name: wanted.slice(0, 255) }));
  return template;
}

function recordOf({ editing }: BundleContent, template: string) {
  const record = editing.find(({ name }) => name === template);
  return parseEditingRecord(record === undefined ? null : JSON.parse(new TextDecoder().decode(record.bytes)));
}

/** How far into the film its poster is, so that one of another length has it at the same moment. */
function shareOf(frame: number | undefined, { frames }: FilmOutline, template: string): number {
  if (frame === undefined) return POSTER_SHARE;
  if (frame >= frames) throw refusedDesign(statement('design/frame-behind-end', { template, frame, length: frames }));
  return (frame + 0.5) / frames;
}

function assetsIn({ assets }: BundleContent, keys: ReadonlySet<string>): readonly DesignAsset[] {
  return assets
    .filter(({ name }) => keys.has(nameKey(name)))
    .map(({ name, sha256, size, contentType }) => ({ name, blob: { sha256, bytes: size }, contentType }));
}

function otherShape(template: string, { width, height }: FilmOutline) {
  return statement('design/other-shape', { template, width, height, sizes: Object.keys(designSizes) });
}

/** A design that could not be brought elsewhere would be of little use. */
function requireBytes({ templates, assets }: ComingContent): void {
  const most = serviceLimits.design.bundleBytes;
  const ofTexts = templates.reduce((sum, { bytes, editing }) => sum + bytes.length + (editing?.length ?? 0), 0);
  const bytes = assets.reduce((sum, { blob }) => sum + blob.bytes, ofTexts);
  if (bytes > most) throw refusedDesign(statement('design/too-large', { bytes, most }));
}
