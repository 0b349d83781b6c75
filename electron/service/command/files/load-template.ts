import { readFile, stat } from 'node:fs/promises';
import { limits } from '#shared/template/document/limits.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import { decodeTemplate } from '#shared/template-xml/parser/decode.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import type { ProblemSource } from '../shown/problem-text.ts';
import { CommandError } from '../shown/report.ts';
import { fileFailure } from './file-failure.ts';

export interface LoadedTemplate {
  /** The document; null if the file is not acceptable XML. */
  readonly source: TemplateSource | null;
  /** The problems of the text. */
  readonly problems: readonly Problem[];
  readonly displayed: ProblemSource;
}

/**
 * Reads a template file. `name` is the name as the user typed it, and `file` is the absolute path. Throws {@link
 * CommandError} if the file cannot be read.
 */
export async function loadTemplate(file: string, name: string): Promise<LoadedTemplate> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new CommandError('command/template-unreadable', fileFailure(name, error), { cause: error });
  });
  return { ...readTemplate(bytes), displayed: { name, text: shownText(bytes) } };
}

/** Returns the problems of a loaded template and the findings in its document, in the order of their positions. */
export function allProblems(template: LoadedTemplate, findings: readonly Finding[]): readonly Problem[] {
  const located = template.source === null ? [] : locateFindings(findings, template.source);
  const all = [...template.problems, ...located];
  return all.toSorted((left, right) => startOf(left) - startOf(right));
}

/** Returns the start of a problem. Problems without a position are sorted last. */
function startOf(problem: Problem): number {
  return problem.range?.start ?? Number.MAX_SAFE_INTEGER;
}

/** Reads a file. For a file above the size limit, returns zero bytes whose number also exceeds the limit. */
async function readBytes(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size <= limits.bytes) return await readFile(file);
  return new Uint8Array(limits.bytes + 1);
}

/** Returns the text for excerpts. Replaces invalid bytes. */
function shownText(bytes: Uint8Array): string {
  const decoded = decodeTemplate(bytes);
  return decoded.kind === 'text' ? decoded.text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
