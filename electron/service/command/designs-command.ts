import { filmOutline } from '#shared/designs/film-outline.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { designsFolder } from '../designs/designs-folder.ts';
import { readShippedDesigns, type ShippedDesign } from '../designs/shipped-designs.ts';
import type { Report } from './shown/report.ts';

/** Returns the built-in designs. The list is empty if the build has none. */
export async function builtInDesigns(): Promise<readonly ShippedDesign[]> {
  const folder = designsFolder();
  if (folder === null) return [];
  return await readShippedDesigns(folder, () => {
    // Skip unreadable designs, because the others are usable.
  });
}

/** Lists the built-in designs. */
export async function designsCommand(): Promise<Report> {
  const designs = (await builtInDesigns()).map(({ name, file, sizes }) => ({
    name,
    title: file.title.en,
    description: file.description.en,
    category: file.category,
    sizes: sizes.map(({ size }) => size),
    seconds: secondsOf(sizes[0]?.bytes),
  }));
  const widest = Math.max(0, ...designs.map(({ name }) => name.length));
  const lines = designs.map(({ name, title, description, sizes, seconds }) => {
    const lasts = seconds === null ? '' : `, ${Math.round(seconds * 10) / 10} s`;
    return `${name.padEnd(widest)}  ${title} (${sizes.join(', ')}${lasts}): ${description}`;
  });
  return {
    ...{ failure: null, problems: [], source: null },
    result: { command: 'designs', designs },
    lines: lines.length > 0 ? lines : ['No designs found.'],
  };
}

/**
 * Returns the length in seconds of a template's film with the default values of its variables; null if the template is
 * invalid.
 */
function secondsOf(bytes: Uint8Array | undefined): number | null {
  const { source } = readTemplate(bytes ?? '');
  const movie = source && resolveTemplate(source.document, { values: new Map(), missing: 'ignore' }).movie;
  return movie === null ? null : filmOutline(movie).seconds;
}
