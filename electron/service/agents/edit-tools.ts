import type { AgentEdit, EditedTemplate } from '#shared/agents/edit-template.ts';
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import { copyInShape } from '#shared/designs/design-in-shape.ts';
import { frameShapeNames, shapeText, sizeInShape } from '#shared/editing/model/frame-shapes.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import { issueOfProblem } from '../inspection/inspect-film.ts';
import type { DivergedBytes } from '../inspection/inspection-task.ts';
import { requireKnownAddresses } from './agent-sources.ts';
import {
  agentHeaders,
  findingsOf,
  refusalError,
  requireProject,
  type ToolCall,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';

type Edited = ToolResult<ToolOutput<'edit_template'>>;

/** The maximum number of characters of a label. */
const MAX_LABEL = 80;

export function editTemplate(
  input: ToolInput<'edit_template'>,
  call: ToolCall,
  services: ToolServices,
): Promise<Edited> {
  return edit(input, { kind: 'commands', commands: input.commands }, call, services);
}

export function editText(input: ToolInput<'edit_text'>, call: ToolCall, services: ToolServices): Promise<Edited> {
  const { replace, text } = input;
  if ((replace === undefined) === (text === undefined))
    throw new ServiceError('request/invalid', 'Give either `replace` or `text`.');
  const change: AgentEdit = text === undefined ? { kind: 'replace', replace: replace ?? [] } : { kind: 'text', text };
  return edit(input, change, call, services);
}

interface EditRequest {
  readonly project: string;
  readonly template: string;
  readonly revision: number;
  readonly label: string;
  readonly dry_run: boolean;
}

/**
 * Edits a revision and saves the result, merged with newer revisions. Refuses edits that add errors or hosts, and edits
 * of a place that a newer revision has changed.
 */
async function edit(request: EditRequest, change: AgentEdit, call: ToolCall, services: ToolServices): Promise<Edited> {
  const project = await requireProject(call, services, request.project);
  const saving = { ...request, project };
  const { bytes, etag } = await readRevision(saving, request.revision, call, services);
  const edited = await services.inspector.edit(bytes, change);
  if (!edited.ok) throw refusalError(edited.error);
  const { newErrors } = edited.value;
  if (newErrors.length > 0) {
    const issues = newErrors.map(issueOfProblem);
    throw new ServiceError('template/invalid', firstOf(issues), { issues });
  }
  await requireKnownAddresses(edited.value, { project, place: saving }, call, services);
  if (request.dry_run) return { data: answerOf(edited.value, { revision: request.revision, undo: request.revision }) };
  const mine = new TextEncoder().encode(edited.value.text);
  const newer = await newerRevisions(saving, call, services);
  const [newest] = newer;
  if (newest !== undefined) {
    const applied = await appliedEdit({ base: bytes, mine }, { saving, newer }, call, services);
    if (applied !== null) return await unchanged(applied, newest.revision, saving, call, services);
    const theirs = (await readRevision(saving, newest.revision, call, services)).bytes;
    const merged = await services.inspector.merge({ base: bytes, mine, theirs });
    const compared =
      merged === null ? null : await services.inspector.compare(theirs, new TextEncoder().encode(merged));
    if (compared?.ok === true) await requireKnownAddresses(compared.value, { project, place: saving }, call, services);
  }
  return await save(saving, edited.value, { bytes, etag }, call, services);
}

type Revision = JsonOf<'listRevisions'>['revisions'][number];

/** Returns the revisions after the edited one, from the newest. */
async function newerRevisions(
  { project, template, revision: edited }: Pick<EditRequest, 'project' | 'template' | 'revision'>,
  call: ToolCall,
  { calls, region }: ToolServices,
): Promise<readonly Revision[]> {
  const parameters = { region, project, name: template };
  const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
  return revisions.filter(({ revision }) => revision > edited);
}

/**
 * Returns the revision that the same edit of this program made before; null if there is none. An assistant sends an
 * edit again if it didn’t receive the answer.
 */
async function appliedEdit(
  versions: Pick<DivergedBytes, 'base' | 'mine'>,
  { saving, newer }: { readonly saving: Saving; readonly newer: readonly Revision[] },
  call: ToolCall,
  services: ToolServices,
): Promise<number | null> {
  const label = lettersOf(cutLabel(saving.label));
  for (const { revision, author, label: stored } of newer) {
    if (!isOwn(author, call) || lettersOf(stored ?? '') !== label) continue;
    const before = await readRevision(saving, revision - 1, call, services);
    const after = await readRevision(saving, revision, call, services);
    const merged = await services.inspector.merge({ ...versions, theirs: before.bytes });
    if (merged !== null && Buffer.from(after.bytes).equals(new TextEncoder().encode(merged))) return revision;
  }
  return null;
}

/**
 * Checks whether a save wrote the revision that it returned. An edit without an effect returns the newest revision,
 * which another edit may have written during the call.
 */
async function hasWritten(
  { revision, merged = false }: { readonly revision: number; readonly merged?: boolean | undefined },
  versions: Pick<DivergedBytes, 'base' | 'mine'>,
  saving: Saving,
  call: ToolCall,
  services: ToolServices,
): Promise<boolean> {
  if (!merged) return !Buffer.from(versions.mine).equals(versions.base);
  const saved = await newerRevisions({ ...saving, revision: revision - 1 }, call, services);
  const newer = saved.filter((each) => each.revision === revision);
  return (await appliedEdit(versions, { saving, newer }, call, services)) !== null;
}

/** Returns the answer to an edit that was applied before. Its `undo` takes back the applied edit. */
async function unchanged(
  applied: number,
  revision: number,
  saving: Saving,
  call: ToolCall,
  services: ToolServices,
): Promise<Edited> {
  const { bytes } = await readRevision(saving, revision, call, services);
  const compared = await services.inspector.compare(bytes, bytes);
  if (!compared.ok) throw refusalError(compared.error);
  return {
    data: answerOf(compared.value, { revision, undo: applied - 1 }),
    revisions: { before: revision, after: revision },
  };
}

function cutLabel(label: string): string {
  return [...label].slice(0, MAX_LABEL).join('');
}

/** Returns the letters and digits of a label. The store replaces other characters. */
function lettersOf(label: string): string {
  return label.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function firstOf(issues: readonly Issue[]): string {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return first === undefined ? '' : `${first.message}${more}`;
}

interface Saving {
  readonly project: string;
  readonly template: string;
  readonly label: string;
}

async function save(
  saving: Saving,
  edited: EditedTemplate,
  base: { readonly bytes: Uint8Array; readonly etag: string },
  call: ToolCall,
  services: ToolServices,
): Promise<Edited> {
  const { project, template, label } = saving;
  const { calls, region } = services;
  const parameters = { region, project, name: template };
  const mine = new TextEncoder().encode(edited.text);
  const newest = async () => (await calls.json('listRevisions', { parameters }, call.signal)).revisions[0];
  const saved = await calls
    .json(
      'saveTemplate',
      {
        parameters,
        query: { errors: 'keep', merge: 'true' },
        headers: {
          'if-match': base.etag,
          ...agentHeaders(call),
          'scenewright-label': encodeURIComponent(cutLabel(label)),
        },
        body: mine,
      },
      call.signal,
    )
    .catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'template/precondition') throw error;
      const last = await newest();
      const author = last?.author?.name;
      const who = author === undefined || author === '' ? '' : ` of ${author}`;
      throw new ServiceError(
        'template/precondition',
        `Revision ${last?.revision ?? '?'}${who} changed the same place. Read the template again.`,
        { cause: error },
      );
    });
  const { revision, merged = false } = saved;
  const changed = await hasWritten(saved, { base: base.bytes, mine }, saving, call, services);
  const undo = changed ? revision - 1 : revision;
  const shown = merged && changed ? await comparedRevisions(saving, [undo, revision], call, services) : edited;
  return {
    data: answerOf(shown, { revision, undo, changed, merged }),
    revisions: { before: undo, after: revision },
  };
}

/** Compares a merged revision with the one before it, which has the changes of others. */
async function comparedRevisions(
  saving: Saving,
  [before, after]: readonly [number, number],
  call: ToolCall,
  services: ToolServices,
): Promise<EditedTemplate> {
  const old = await readRevision(saving, before, call, services);
  const saved = await readRevision(saving, after, call, services);
  const compared = await services.inspector.compare(old.bytes, saved.bytes);
  if (!compared.ok) throw refusalError(compared.error);
  return compared.value;
}

function answerOf(
  { diff, ranges, problems }: EditedTemplate,
  revisions: {
    readonly revision: number;
    readonly undo: number;
    readonly changed?: boolean;
    readonly merged?: boolean;
  },
): ToolOutput<'edit_template'> {
  return {
    changed: diff !== '',
    merged: false,
    ...revisions,
    diff,
    ranges: ranges.map((range) => [...range]),
    problems: findingsOf(problems),
  };
}

/** Returns the bytes and the entity tag of a revision; null selects the newest revision. */
export async function readRevision(
  { project, template }: Pick<Saving, 'project' | 'template'>,
  revision: number | null,
  call: ToolCall,
  { calls, region }: ToolServices,
): Promise<{ readonly bytes: Uint8Array; readonly etag: string }> {
  const parameters = { region, project, name: template };
  const query = revision === null ? {} : { revision };
  const { bytes, etag } = await calls.bytes('readTemplate', { parameters, query }, call.signal);
  return { bytes, etag: etag ?? '' };
}

export async function restoreTemplate(
  { project: uid, template, to, also_others }: ToolInput<'restore_template'>,
  call: ToolCall,
  services: ToolServices,
): Promise<Edited> {
  const project = await requireProject(call, services, uid);
  const { calls, region, inspector } = services;
  const parameters = { region, project, name: template };
  const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
  if (!revisions.some(({ revision }) => revision === to))
    throw new ServiceError('template/not-found', `Revision ${to} doesn’t exist. The last 50 revisions are stored.`);
  const other = revisions.find(({ revision, author }) => revision > to && !isOwn(author, call));
  if (other !== undefined && !also_others) {
    const name = other.author?.name;
    const who = name === undefined || name === '' ? 'Somebody else' : name;
    throw new ServiceError(
      'agents/not-yours',
      `${who} saved revision ${other.revision}. Ask, then use \`also_others\`.`,
    );
  }
  const saving = { project, template, label: `Back to revision ${to}` };
  const target = await readRevision(saving, to, call, services);
  const current = await readRevision(saving, null, call, services);
  const compared = await inspector.compare(current.bytes, target.bytes);
  if (!compared.ok) throw refusalError(compared.error);
  return await save(saving, compared.value, current, call, services);
}

function isOwn(author: { readonly kind: string; readonly name: string } | null | undefined, call: ToolCall): boolean {
  return author?.kind === 'agent' && author.name === call.author;
}

/**
 * The size of an empty template in pixels, and its frame rate. The template has the shorter side of this size and the
 * requested shape.
 */
const EMPTY_SIZE = { width: 1280, height: 720 };
const EMPTY_RATE = 25;

export async function create(
  input: ToolInput<'create'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'create'>>> {
  const { name, from, source, shape } = input;
  const { calls, region } = services;
  if (from !== 'empty' && source === undefined) throw new ServiceError('request/invalid', '`source` is missing.');
  if (input.project === undefined && call.key.projects !== null)
    throw new ServiceError('agents/scope', 'The key is limited to certain projects, so it can’t create one.');
  if (from === 'copy' && input.project === undefined)
    throw new ServiceError('request/invalid', 'A copy needs the `project` of its template.');
  // Check everything that can be refused before a project is created.
  const text = from === 'design' ? null : await textOf(input, call, services);
  const given = input.project === undefined ? null : await requireProject(call, services, input.project);
  if (from === 'design') {
    const size = shape === undefined ? {} : { size: shape };
    if (given === null) {
      const query = { design: source, ...size };
      const made = await calls.json('createProject', { parameters: { name }, query } as never, call.signal);
      return await created(made.uid, made.template ?? null);
    }
    const used = await calls.json(
      'useDesign',
      { parameters: { design: source ?? '', region, project: given }, body: { name, ...size } } as never,
      call.signal,
    );
    return await created(given, used.movie);
  }
  const project =
    given ?? (await calls.json('createProject', { parameters: { name }, query: {} } as never, call.signal)).uid;
  await calls.json(
    'saveTemplate',
    {
      parameters: { region, project, name },
      query: {},
      headers: {
        'if-none-match': '*',
        ...agentHeaders(call),
      },
      body: new TextEncoder().encode(text ?? ''),
    },
    call.signal,
  );
  return await created(project, name);

  async function created(uid: string, template: string | null): Promise<ToolResult<ToolOutput<'create'>>> {
    if (template === null) return { data: { project: uid, template, revision: null, problems: [] } };
    const parameters = { region, project: uid, name: template };
    const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
    const { bytes } = await readRevision({ project: uid, template }, null, call, services);
    const { issues } = await services.inspector.inspect({ spelling: 'xml', bytes });
    const revision = revisions[0]?.revision ?? 1;
    return {
      data: { project: uid, template, revision, problems: findingsOf(issues) },
      revisions: { before: revision, after: revision },
    };
  }
}

/** Returns the text of a new template. */
async function textOf(
  { from, source = '', shape, project }: ToolInput<'create'>,
  call: ToolCall,
  services: ToolServices,
): Promise<string> {
  const { inspector } = services;
  if (from === 'empty') {
    const frame = frameShapeNames.find((each) => shapeText(each) === shape) ?? 'wide';
    const { width, height } = sizeInShape(EMPTY_SIZE, frame);
    return `<movie width="${width}" height="${height}" framerate="${EMPTY_RATE}">\n</movie>\n`;
  }
  if (from === 'xml') {
    const bytes = new TextEncoder().encode(source);
    const { issues } = await inspector.inspect({ spelling: 'xml', bytes });
    const errors = issues.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new ServiceError('template/invalid', firstOf(errors), { issues });
    const described = await inspector.compare(new TextEncoder().encode('<movie/>'), bytes);
    if (described.ok)
      await requireKnownAddresses(described.value, { project: project ?? null, place: null }, call, services);
    return source;
  }
  const uid = await requireProject(call, services, project ?? '');
  const { bytes } = await readRevision({ project: uid, template: source }, null, call, services);
  if (shape === undefined) return new TextDecoder().decode(bytes);
  const { calls } = services;
  const frame = frameShapeNames.find((each) => shapeText(each) === shape) ?? 'wide';
  const copy = await copyInShape(new TextDecoder().decode(bytes), frame, {
    list: async () => (await calls.json('listDesigns', { query: {} }, call.signal)).designs,
    read: async (design, size) => {
      const read = await calls.bytes('readDesignTemplate', { parameters: { design }, query: { size } }, call.signal);
      return new TextDecoder().decode(read.bytes);
    },
  });
  if (!copy.ok) throw new ServiceError('template/invalid', inEnglish(copy.error));
  return copy.value.text;
}
