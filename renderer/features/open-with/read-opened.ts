import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { limits } from '#shared/template/document/limits.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { usedSources } from '#shared/template/movie/used-sources.ts';
import { decodeTemplate } from '#shared/template-xml/parser/decode.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The result of reading a file as a template. */
export type ReadOpened =
  | {
      readonly kind: 'good';
      /** The sources that the template uses without any variable values. */
      readonly sources: readonly MediaSource[];
    }
  /** The text is not a valid template. */
  | {
      readonly kind: 'broken';
      /** The errors in text order; at least one. */
      readonly problems: readonly Problem[];
      /** The text for the XML view; null if the file is not text or is too long. */
      readonly text: string | null;
    };

export function readOpened(bytes: Uint8Array): ReadOpened {
  const { source, problems } = readTemplate(bytes);
  const resolved =
    source && resolveTemplate(source.document, { values: new Map(), missing: 'ignore', empty: 'ignore' });
  const findings = source === null || resolved === null ? [] : locateFindings(resolved.findings, source);
  const errors = [...problems, ...findings].filter(({ severity }) => severity === 'error');
  if (resolved === null || errors.length > 0) return { kind: 'broken', problems: errors, text: textOf(bytes) };
  return { kind: 'good', sources: resolved.partial === null ? [] : usedSources(resolved.partial) };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > limits.bytes) return null;
  const decoded = decodeTemplate(bytes);
  return decoded.kind === 'text' ? decoded.text : null;
}
