import { createHash } from 'node:crypto';
import { type DesignFile, type DesignSize, designFile, designSizes, sizesOf } from '#shared/designs/design-file.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { fewOf } from '#shared/messages/quoting.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { UnpackedBundle } from '../bundles/import-bundle.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { type DesignContent, type DesignTemplate, templateName } from './stored-designs.ts';

/** The content of a new design that has no name yet. */
export type ImportedDesign = Omit<DesignContent, 'name' | 'state' | 'version'>;

type TemplateInspector = Pick<MovieInspector, 'outline' | 'assets'>;

export function refusedDesign(says: Message | string = ''): ServiceError {
  return new ServiceError('design/invalid', says);
}

/** Returns the content of a design that was read from a bundle. Throws `design/invalid`. */
export async function designInBundle(
  { design, texts, assets }: Pick<UnpackedBundle, 'design' | 'texts' | 'assets'>,
  inspector: TemplateInspector,
): Promise<ImportedDesign> {
  if (design === undefined) throw refusedDesign(message('design/no-description'));
  const read = designFile.safeParse(design);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join('/') ?? '';
    throw refusedDesign(message('design/wrong-place', { place: place.slice(0, 100) }));
  }
  const file = read.data;
  const templates = sizesOf(file).map(({ template }): DesignTemplate => {
    const name = templateName(template);
    const bundledTemplate = texts.templates.find((candidate) => candidate.name === name);
    if (bundledTemplate === undefined) throw refusedDesign(message('design/no-template', { template: name }));
    const { bytes, movie } = bundledTemplate;
    if (movie === null) throw refusedDesign(message('design/no-film', { template }));
    return { name, bytes, movie, editing: texts.editing.find((record) => record.name === name)?.text ?? null };
  });
  const content = { file, templates, assets };
  await requireUsable(content, inspector);
  return content;
}

/**
 * Checks that each template has the stated size and contains its poster frame, and that every file that it uses exists.
 * Throws `design/invalid`.
 */
export async function requireUsable(
  { file, templates, assets }: ImportedDesign,
  inspector: TemplateInspector,
): Promise<void> {
  const assetKeys = new Set(assets.map(({ name }) => nameKey(name)));
  for (const { size, template: of, posterFrame } of sizesOf(file)) {
    const template = templateName(of);
    const xml = templates.find(({ name }) => name === template)?.movie.xml ?? '';
    const { frames: length, width, height } = await outlineOf(xml, template, inspector);
    if (sizeOf({ width, height }) !== size)
      throw refusedDesign(message('design/other-shape', { template, width, height, sizes: [size] }));
    if (posterFrame >= length)
      throw refusedDesign(message('design/frame-behind-end', { template, frame: posterFrame, length }));
    const missingFiles = (await inspector.assets(xml)).filter((name) => !assetKeys.has(nameKey(name)));
    if (missingFiles.length > 0) throw refusedDesign(message('design/lacks-files', { names: fewOf(missingFiles) }));
  }
}

/** Returns the outline of a template's film. Throws `design/invalid` if the template has no film. */
export async function outlineOf(xml: string, template: string, inspector: TemplateInspector): Promise<FilmOutline> {
  const outline = await inspector.outline(xml);
  if (outline === null) throw refusedDesign(message('design/no-film', { template }));
  return outline;
}

/** Returns the design size with the same shape as the frames; null if no size has it. */
export function sizeOf({ width, height }: Pick<FilmOutline, 'width' | 'height'>): DesignSize | null {
  const sizes = Object.keys(designSizes) as readonly DesignSize[];
  return sizes.find((size) => width * designSizes[size].height === height * designSizes[size].width) ?? null;
}

/** Returns a digest of the design's content. Every change of the design changes the digest. */
export function versionOf({ file, templates, assets }: ImportedDesign): string {
  const hash = createHash('sha256').update(JSON.stringify(sorted(file)));
  for (const { name, bytes, editing } of byName(templates))
    hash
      .update(`\n${name} ${bytes.length}\n`)
      .update(bytes)
      .update(`\n${editing ?? ''}`);
  for (const { name, blob } of byName(assets)) hash.update(`\n${name} ${blob.sha256}`);
  return hash.digest('hex').slice(0, 32);
}

/** Sorts by name, because a bundle contains its files in any order. */
function byName<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function sorted(file: DesignFile): readonly unknown[] {
  return Object.entries(file).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
