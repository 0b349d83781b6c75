import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** One of two versions of a template that are compared. */
export interface Version {
  /** What people call it: `Revision 12`, `Now`. */
  readonly label: string;
  /** As text; it may be broken. */
  readonly text: string;
  /** What the pictures show: what the text says, or where it is broken what could be read last. Null: nothing. */
  readonly source: TemplateSource | null;
  readonly movie: Movie | null;
  /** Whether the text cannot be read, so that pictures do not show it. */
  readonly isBroken: boolean;
}

/** Reads a text to compare it; scenes are shown with the values of the chosen data set. */
export function versionOf(label: string, text: string, values: Readonly<Record<string, string>>): Version {
  const { source: read, problems } = readTemplate(text);
  const source = problems.length > 0 ? null : read;
  if (source === null) return { label, text, source, movie: null, isBroken: true };
  const options = { values: new Map(Object.entries(values)), missing: 'ignore' } as const;
  return { label, text, source, movie: resolveTemplate(source.document, options).partial, isBroken: false };
}
