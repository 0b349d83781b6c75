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
  /** Null when the file is not XML that is accepted. */
  readonly source: TemplateSource | null;
  /** What the text is refused for. */
  readonly problems: readonly Problem[];
  readonly shown: ProblemSource;
}

/**
 * Reads a template file. `name` is how the person named it, `file` its absolute path.
 * Throws {@link CommandError} when there is nothing to read.
 */
export async function loadTemplate(file: string, name: string): Promise<LoadedTemplate> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new CommandError('command/template-unreadable', fileFailure(name, error), { cause: error });
  });
  return { ...readTemplate(bytes), shown: { name, text: shownText(bytes) } };
}

/** The problems of a loaded template together with what was found in its document, in the order of the text. */
export function allProblems(template: LoadedTemplate, findings: readonly Finding[]): readonly Problem[] {
  const located = template.source === null ? [] : locateFindings(findings, template.source);
  const all = [...template.problems, ...located];
  return all.toSorted((left, right) => startOf(left) - startOf(right));
}

/** What concerns no place comes last. */
function startOf(problem: Problem): number {
  return problem.range?.start ?? Number.MAX_SAFE_INTEGER;
}

/** The file's bytes; of a file that is too large only as many as show that it is. */
async function readBytes(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size <= limits.bytes) return await readFile(file);
  return new Uint8Array(limits.bytes + 1);
}

/** The text that lines are shown from; of one that is not decodable, as much as can be read. */
function shownText(bytes: Uint8Array): string {
  const decoded = decodeTemplate(bytes);
  return decoded.kind === 'text' ? decoded.text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
