import type { z } from 'zod';
import type { batchCalls } from '../../../shared/contract/calls/batches.ts';
import type { TemplateDocument } from '../../../shared/template/document.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import { problemCodes } from '../../../shared/template/problem.ts';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import { listVariables, type Variable } from '../../../shared/template/variables.ts';
import type { TemplateSource } from '../../../shared/template-xml/places.ts';
import { locateFindings } from '../../../shared/template-xml/problems.ts';
import { readTemplate } from '../../../shared/template-xml/read.ts';
import { storeAddress } from '../destinations/store-address.ts';
import { formatOf } from '../render/formats.ts';
import type { Issue } from '../service-error.ts';
import type { ProjectUid } from '../storage/ports.ts';
import {
  createDistinctNames,
  fillPattern,
  type NamePattern,
  namesIn,
  parseNamePattern,
  safeFileName,
} from './film-names.ts';
import { fieldIssue, issueOf, refusal } from './issues.ts';
import { createPace } from './pace.ts';
import { type FilmWish, type KeyedDestination, readWish } from './render-form.ts';
import { createInputFinder, type PinnedInputs } from './render-inputs.ts';
import { lengthOf, type RequestContext, requireFormat } from './render-request.ts';

export type BatchBody = z.output<(typeof batchCalls)['startBatch']['body']['schema']>;

export interface CheckedRow {
  readonly filename: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly totalFrames: number;
  readonly inputs: PinnedInputs['inputs'];
  /** The object's name, where the films are sent. */
  readonly objectName: string | null;
}

/** A batch that can be accepted: every row of it was checked. */
export interface CheckedBatch extends FilmWish {
  readonly movie: string;
  readonly template: string;
  readonly filename: string;
  readonly rows: readonly CheckedRow[];
}

const INVALID = 'batch/invalid';
/** Nobody mends more before sending again. */
const MOST_ISSUES = 1000;

/**
 * Checks all rows of a batch before any of it is accepted. Throws {@link ServiceError} `batch/invalid` with issues that
 * name row and column, `render/invalid` for what concerns all rows, `movie/not-found`, `destination/refused`,
 * `render/format-unavailable`, or the signal's reason.
 */
export async function checkBatch(
  body: BatchBody,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedBatch> {
  const template = context.movieXml(project, body.movie);
  const issues: Issue[] = [];
  const wish = readWish(body, issues);
  const pattern = parseNamePattern(body.filename);
  if (!pattern.ok) issues.push(fieldIssue('render/invalid', 'filename', pattern.error));
  const { source, problems } = readTemplate(template);
  issues.push(...problems.map(issueOf));
  // What is wrong whatever the values is told once, not for each row.
  if (source !== null) issues.push(...errorsWithoutValues(source));
  if (source === null || !pattern.ok || issues.length > 0) throw refusal('render/invalid', issues);
  if (wish.destination !== null) storeAddress(wish.destination.place);
  await requireFormat(wish.format, context.tools);

  const names = rowNames(pattern.value, wish);
  const check = rowChecker(source.document, project, context);
  const pace = createPace(signal);
  const rows: CheckedRow[] = [];
  for (const [at, values] of body.rows.entries()) {
    const variables = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const row = check(at + 1, variables);
    const missing = at === 0 ? unknownNames(pattern.value, variables, row.defaults) : [];
    issues.push(...row.issues, ...missing);
    const named = names(at + 1, (name) => variables.get(name) ?? row.defaults.get(name));
    rows.push({ ...named, variables, totalFrames: row.totalFrames, inputs: row.inputs });
    if (issues.length >= MOST_ISSUES) break;
    await pace();
  }
  if (issues.length > 0) throw refusal(INVALID, issues.slice(0, MOST_ISSUES));
  const { movie, filename } = body;
  return { ...wish, movie, template, filename, rows };
}

function errorsWithoutValues(source: TemplateSource): readonly Issue[] {
  const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  return locateFindings(findings, source)
    .map(issueOf)
    .filter(({ severity }) => severity === 'error');
}

/** Names the file of each row, and its object. */
function rowNames(pattern: NamePattern, { format, destination }: FilmWish) {
  const distinct = createDistinctNames();
  const objectName = destination === null ? null : objectNames(destination);
  return (index: number, valueFor: (name: string) => string | undefined) => {
    const filled = fillPattern(pattern, (name) => (name === 'index' ? String(index) : valueFor(name)));
    const filename = distinct(safeFileName(filled, formatOf(format).extension));
    return { filename, objectName: objectName?.(filename) ?? null };
  };
}

/** A batch's destination names the folder in which the films go by their file names: two rows never share an object. */
function objectNames({ place }: KeyedDestination): (filename: string) => string {
  const folder = place.filename.replace(/\/+$/, '');
  return (filename) => `${folder}/${filename}`;
}

function rowChecker(document: TemplateDocument, project: ProjectUid, context: RequestContext) {
  const { variables: known } = listVariables(document);
  const defaults = new Map(
    known.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])),
  );
  const findInputs = createInputFinder(project, context);
  return (index: number, variables: ReadonlyMap<string, string>) => {
    const { movie, draft, findings } = resolveTemplate(document, { values: variables, missing: 'error' });
    const shown = movie ?? draft;
    const pinned = shown === null ? { inputs: new Map(), findings: [] } : findInputs(shown);
    const errors = [...findings, ...pinned.findings].filter(({ code }) => problemCodes[code] === 'error');
    return {
      defaults,
      issues: errors.map((finding) => rowIssue(finding, index, known)),
      totalFrames: movie === null ? 0 : lengthOf(movie),
      inputs: pinned.inputs,
    };
  };
}

/** What is wrong with a row, at its column: the variable that stands where the fault is. */
function rowIssue({ code, message, at }: Finding, index: number, known: readonly Variable[]): Issue {
  const column = known.find(({ uses }) =>
    uses.some(({ node, attribute }) => node === at?.node && attribute === at.attribute),
  )?.name;
  const where = column === undefined ? `Row ${index}` : `Row ${index}, column “${column}”`;
  const path = column === undefined ? `rows[${index}]` : `rows[${index}].${column}`;
  return { ...fieldIssue(code, path, `${where}: ${message}`), line: index };
}

/** Placeholders of the file name that are no column; told once, not for each row. */
function unknownNames(
  pattern: NamePattern,
  variables: ReadonlyMap<string, string>,
  defaults: ReadonlyMap<string, string>,
): readonly Issue[] {
  return namesIn(pattern)
    .filter((name) => name !== 'index' && !variables.has(name) && !defaults.has(name))
    .map((name) => fieldIssue(INVALID, 'filename', `The file name uses “${name}”, which is no column of the rows.`));
}
