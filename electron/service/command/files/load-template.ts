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
  /** Null if the file is not acceptable XML. */
  readonly source: TemplateSource | null;
  /** The problems of the text. */
  readonly problems: readonly Problem[];
  readonly shown: ProblemSource;
}

/**
 * Reads a template file. `name` is the name as the user wrote it, `file` the absolute path. Throws {@link CommandError}
 * if it cannot be read.
 */
export async function loadTemplate(file: string, name: string): Promise<LoadedTemplate> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new CommandError('command/template-unreadable', fileFailure(name, error), { cause: error });
  });
  return { ...readTemplate(bytes), shown: { name, text: shownText(bytes) } };
}

/** Returns the problems of a loaded template and the findings in its document, in the order of the text. */
export function allProblems(template: LoadedTemplate, findings: readonly Finding[]): readonly Problem[] {
  const located = template.source === null ? [] : locateFindings(findings, template.source);
  const all = [...template.problems, ...located];
  return all.toSorted((left, right) => startOf(left) - startOf(right));
}

/** Returns the start of a problem; problems without a place sort last. */
function startOf(problem: Problem): number {
  return problem.range?.start ?? Number.MAX_SAFE_INTEGER;
}

/** Reads a file. For a file over the limit, returns as many zero bytes as show that it is too large. */
async function readBytes(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size <= limits.bytes) return await readFile(file);
  return new Uint8Array(limits.bytes + 1);
}

/** Returns the text for excerpts; undecodable bytes are replaced. */
function shownText(bytes: Uint8Array): string {
  const decoded = decodeTemplate(bytes);
  return decoded.kind === 'text' ? decoded.text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
