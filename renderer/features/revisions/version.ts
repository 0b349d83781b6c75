import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** One of the two compared versions of a template. */
export interface Version {
  /** The displayed name, such as `Revision 12` or `Now`. */
  readonly label: string;
  /** The text, which can be invalid. */
  readonly text: string;
  /**
   * The template from which the pictures are made. It comes from the text or, if the text is invalid, from the last
   * valid text. Null if neither exists.
   */
  readonly source: TemplateSource | null;
  readonly movie: Movie | null;
  /** Whether the text is invalid. The pictures then show an earlier state. */
  readonly isBroken: boolean;
}

/** Returns the version for a text. Its scenes have the values of the selected data set. */
export function versionOf(label: string, text: string, values: Readonly<Record<string, string>>): Version {
  const { source: read, problems } = readTemplate(text);
  const source = problems.length > 0 ? null : read;
  if (source === null) return { label, text, source, movie: null, isBroken: true };
  const options = { values: new Map(Object.entries(values)), missing: 'ignore' } as const;
  return { label, text, source, movie: resolveTemplate(source.document, options).partial, isBroken: false };
}
