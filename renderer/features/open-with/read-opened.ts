import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { limits } from '#shared/template/document/limits.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { usedSources } from '#shared/template/movie/used-sources.ts';
import { decodeTemplate } from '#shared/template-xml/parser/decode.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** What a file says that was opened as a template. */
export type ReadOpened =
  | {
      readonly kind: 'good';
      /** What it shows while no variable has a value. */
      readonly sources: readonly MediaSource[];
    }
  /** The service would not take it. */
  | {
      readonly kind: 'broken';
      /** The errors, in the order of the text; one at least. */
      readonly problems: readonly Problem[];
      /** What the XML view can show of it; null where it is no text, or too long. */
      readonly text: string | null;
    };

export function readOpened(bytes: Uint8Array): ReadOpened {
  const { source, problems } = readTemplate(bytes);
  const resolved =
    source && resolveTemplate(source.document, { values: new Map(), missing: 'ignore', empty: 'ignore' });
  const judged = source === null || resolved === null ? [] : locateFindings(resolved.findings, source);
  const errors = [...problems, ...judged].filter(({ severity }) => severity === 'error');
  if (resolved === null || errors.length > 0) return { kind: 'broken', problems: errors, text: textOf(bytes) };
  return { kind: 'good', sources: resolved.partial === null ? [] : usedSources(resolved.partial) };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > limits.bytes) return null;
  const decoded = decodeTemplate(bytes);
  return decoded.kind === 'text' ? decoded.text : null;
}
