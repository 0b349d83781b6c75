import { randomUUID } from 'node:crypto';
import { placeOfPath } from '#shared/agents/places.ts';
import type { AgentFinding, ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { checkRenderForm } from '../renders/accept/render-request.ts';
import { checkBatch } from '../renders/batches/batch-request.ts';
import { rowIssue } from '../renders/batches/check-rows.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { requireKnownSources } from './agent-sources.ts';
import { readRevision } from './edit-tools.ts';
import {
  agentHeaders,
  findingOf,
  MAX_FINDINGS,
  overtime,
  PartialCheckError,
  requireProject,
  type ToolCall,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';

/** The time limit of a check in milliseconds. Clients wait for 60 seconds by default. */
const MAX_MILLISECONDS = 50_000;

export async function check(
  input: ToolInput<'check'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'check'>>> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(MAX_MILLISECONDS)]);
  const done: DoneRows = { count: 0, findings: [] };
  try {
    return await checkUntil(input, { ...call, signal }, services, done);
  } catch (error) {
    if (!signal.aborted || call.signal.aborted || (error instanceof ServiceError && error.code !== 'media/cancelled'))
      throw error;
    if (input.rows === undefined) throw overtime(error);
    const { count, findings } = done;
    const [ended, total] = [count, input.rows.length].map((number) => number.toLocaleString('en'));
    const list = findings.length === 0 ? '' : ' `findings` lists theirs.';
    const limit = `The limit of ${MAX_MILLISECONDS / 1000} s ended after ${ended} of ${total} rows.`;
    const words = `${limit}${list} Check the rest in another call.`;
    throw new PartialCheckError(words, { cause: error, findings });
  }
}

/** The rows that a check has finished. */
interface DoneRows {
  count: number;
  findings: readonly AgentFinding[];
}

/** Checks until the signal of the call aborts. Records the finished rows in `done`. */
async function checkUntil(
  input: ToolInput<'check'>,
  call: ToolCall,
  services: ToolServices,
  done: DoneRows,
): Promise<ToolResult<ToolOutput<'check'>>> {
  const { signal } = call;
  const project = await requireProject(call, services, input.project);
  const bytes = await templateBytes({ ...input, project }, call, services);
  const place = input.template === undefined ? null : { project, template: input.template };
  const xml = new TextDecoder().decode(bytes);
  // The check of the language reads the rows alone; the check of the film adds the values.
  const films = (input.rows ?? []).flatMap((row) => [row, { ...input.values, ...row }]);
  const located = input.level === 'language' ? null : xml;
  await requireKnownSources({ xml: located, rows: [input.values ?? {}, ...films], project }, place, call, services);
  const { movie, issues } = await services.inspector.inspect({ spelling: 'xml', bytes });
  const found: readonly Issue[] = movie === null ? [] : await issuesWith(input);
  const language = [...issues, ...found];
  const hasError = movie === null || language.some(({ severity }) => severity === 'error');
  if (input.level === 'language' || hasError) return { data: checked(language, input.only) };
  const film = await filmReport(input);
  return {
    data: Array.isArray(film) ? checked([...language, ...film], input.only) : checked(language, input.only, film),
  };

  async function issuesWith({ rows, values: given = {} }: typeof input): Promise<readonly Issue[]> {
    const uid = project as ProjectUid;
    try {
      if (rows === undefined) {
        await checkRenderForm({ template: xml, variables: JSON.stringify(given) }, uid, services.requests, signal);
        return [];
      }
      const body = { movie: 'checked', rows, filename: '${index}' };
      const context = { ...services.requests, inspector: countingInspector(), movieXml: () => xml };
      return (await checkBatch(body, uid, context, signal)).issues;
    } catch (error) {
      if (error instanceof ServiceError && error.issues.length > 0) return error.issues;
      throw error;
    }
  }

  /** Returns the inspector of the service, which also records the rows that it inspects. */
  function countingInspector(): MovieInspector {
    const { inspector } = services.requests;
    const ofRows: Issue[] = [];
    return {
      ...inspector,
      rows: async (...given) => {
        const inspected = await inspector.rows(...given);
        for (const { errors } of inspected) {
          done.count += 1;
          ofRows.push(...errors.map((problem) => rowIssue(problem, done.count)));
        }
        done.findings = checked(ofRows, input.only).findings;
        return inspected;
      },
    };
  }

  async function filmReport({ rows, values: given = {}, platforms = [] }: typeof input) {
    const watch = randomUUID();
    const body = {
      ...{ template: xml, variables: JSON.stringify(given), platforms: platforms.join(',') },
      level: input.level === 'full' ? ('full' as const) : ('quick' as const),
      ...(rows === undefined ? { fixes: 'all' } : { rows: JSON.stringify(rows), watch }),
    };
    const { region } = services;
    // Only the check of the films counts, because the rows passed the check of the language.
    done.count = 0;
    done.findings = checked(language, input.only).findings;
    using _subscription = services.events.subscribe(({ data }) => {
      const progress: { readonly id?: unknown; readonly done?: unknown } = data;
      if (rows !== undefined && progress.id === watch && typeof progress.done === 'number')
        call.progress(progress.done, rows.length, 'rows checked');
    });
    try {
      const answer = await services.calls.json(
        'checkFilm',
        { parameters: { region, project }, headers: agentHeaders(call), body },
        signal,
      );
      if (!('findings' in answer)) throw new Error('a check without `async` answers with its report');
      if (rows !== undefined && 'rows' in answer && answer.rows.length < rows.length) {
        done.count = answer.rows.length;
        done.findings = checked(language, input.only, answer).findings;
        throw new ServiceError('media/cancelled');
      }
      return answer satisfies Report;
    } catch (error) {
      // The sources of the film have errors.
      if (error instanceof ServiceError && error.code === 'render/invalid') return [...error.issues];
      throw error;
    }
  }
}

/** The report of the film check, about one film or the films of rows. */
type Report = Extract<JsonOf<'checkFilm'>, { readonly findings: unknown }>;

/** Returns the bytes of the template or the XML of a request. Throws `request/invalid` unless it has exactly one. */
export async function templateBytes(
  {
    project,
    template,
    xml,
  }: { readonly project: string; readonly template?: string | undefined; readonly xml?: string | undefined },
  call: ToolCall,
  services: ToolServices,
): Promise<Uint8Array> {
  if ((template === undefined) === (xml === undefined))
    throw new ServiceError('request/invalid', 'Give either `template` or `xml`.');
  if (xml !== undefined) return new TextEncoder().encode(xml);
  return (await readRevision({ project, template: template ?? '' }, null, call, services)).bytes;
}

/**
 * Returns the answer for issues and for the report of the film check. Equal findings of several rows are merged into
 * one finding that lists the rows.
 */
export function checked(
  issues: readonly Issue[],
  only?: readonly string[],
  film: Report | null = null,
): ToolOutput<'check'> {
  const isChosen = ({ code }: { readonly code: string }) => only === undefined || only.includes(code);
  const ofFilm = (film?.findings ?? []).filter(isChosen).map(filmFinding);
  const all = [...foldedRows(issues.filter(isChosen)), ...ofFilm];
  const has = (severity: AgentFinding['severity']) => all.some((finding) => finding.severity === severity);
  return {
    verdict: has('error') ? 'failed' : has('warning') ? 'warned' : 'passed',
    findings: all.slice(0, MAX_FINDINGS),
    more: Math.max(0, all.length - MAX_FINDINGS) + (film?.more ?? 0),
    skipped: film !== null && 'skipped' in film ? film.skipped.map(({ code, why }) => `${code}: ${why}`) : [],
  };
}

function filmFinding(finding: Report['findings'][number]): AgentFinding {
  const { code, severity, message, at, line, from, to, box, reason, values, fix } = finding;
  return {
    ...{ code, severity, message, at: placeOfPath(at), from, to, reason, values },
    ...(line !== null && { line }),
    ...(box !== null && { box }),
    ...(fix !== undefined && { fix: fix.commands }),
    ...('rows' in finding && { rows: finding.rows.slice(0, MAX_ROWS_NAMED), row_count: finding.rows.length }),
  };
}

const ROW = /^rows\[(\d+)\](?:\.(.*))?$/s;
const MAX_ROWS_NAMED = 50;

export function foldedRows(issues: readonly Issue[]): AgentFinding[] {
  const folded = new Map<string, { readonly finding: AgentFinding; readonly rows: number[] }>();
  const others: AgentFinding[] = [];
  const seen = new Set<string>();
  for (const issue of issues) {
    const [, row, column = ''] = ROW.exec(issue.path) ?? [];
    if (row === undefined) {
      const finding = findingOf(issue);
      const key = JSON.stringify(finding);
      if (!seen.has(key)) others.push(finding);
      seen.add(key);
      continue;
    }
    const message = issue.message.replace(/^Row \d+,? ?/, '');
    const key = `${issue.code} ${column} ${problemCodeOf(issue)}`;
    const known = folded.get(key);
    if (known !== undefined) known.rows.push(Number(row));
    else
      folded.set(key, {
        finding: { code: issue.code, severity: issue.severity, message, at: '', column },
        rows: [Number(row)],
      });
  }
  const ofRows = [...folded.values()].map(({ finding, rows }) => ({
    ...finding,
    rows: rows.slice(0, MAX_ROWS_NAMED),
    row_count: rows.length,
  }));
  return [...others, ...ofRows];
}

/** Returns the problem code of a row. The code does not depend on the values. */
function problemCodeOf({ values, message }: Issue): string {
  const problem: unknown = values?.['problem'];
  const code: unknown = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null;
  return typeof code === 'string' ? code : message;
}
