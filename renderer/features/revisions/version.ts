import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** One of the two versions in a comparison. */
export interface Version {
  /** The displayed name, such as `Revision 12` or `Now`. */
  readonly label: string;
  /** The author and the description of the revision; absent if they are unknown. */
  readonly note?: string;
  /** The text, which can be invalid. */
  readonly text: string;
  /** The template for the pictures: the parsed text, or else the last valid template; null if neither exists. */
  readonly source: TemplateSource | null;
  readonly movie: Movie | null;
  /** Whether the text is invalid. The pictures then show an earlier version. */
  readonly isBroken: boolean;
}

/** Parses a text as a version. Its scenes are resolved with the given values. */
export function versionOf(label: string, text: string, values: Readonly<Record<string, string>>): Version {
  const { source: read, problems } = readTemplate(text);
  const source = problems.length > 0 ? null : read;
  if (source === null) return { label, text, source, movie: null, isBroken: true };
  const options = { values: new Map(Object.entries(values)), missing: 'ignore' } as const;
  return { label, text, source, movie: resolveTemplate(source.document, options).partial, isBroken: false };
}
