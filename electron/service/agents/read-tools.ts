import { topicIn } from '#shared/agents/reference.ts';
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import { ServiceError } from '../errors/service-error.ts';
import { readReferencePage } from '../files/reference-pages.ts';
import { readRevision } from './edit-tools.ts';
import {
  findingsOf,
  isPermitted,
  refusalError,
  requireProject,
  type ToolCall,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';

type Listed = ToolOutput<'list'>['items'][number];

/** The number of assets in one page of the search. */
const ASSET_PAGE = 1000;

export async function list(
  input: ToolInput<'list'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'list'>>> {
  const { kind, limit } = input;
  if (kind === 'projects' || kind === 'designs') return { data: pageOf(await itemsOf(input, call, services), input) };
  const project = await requireProject(call, services, input.project ?? '');
  if (kind === 'assets') return { data: await assetPage(project, input, call, services) };
  if (kind !== 'renders') return { data: pageOf(await projectItems(kind, project, call, services), input) };
  const { renders, cursor } = await services.calls.json(
    'listRenders',
    { parameters: { project }, query: { limit, ...(input.cursor !== undefined && { cursor: input.cursor }) } },
    call.signal,
  );
  const items = renders.map(({ id, name, template, state, format, done, total, createdAt }) => ({
    ...{ id, name: name ?? template ?? id, template, state, format, done, total, createdAt },
  }));
  return { data: { items: items.filter((item) => matches(item, input.query)), cursor } };
}

async function itemsOf(input: ToolInput<'list'>, call: ToolCall, { calls }: ToolServices): Promise<readonly Listed[]> {
  if (input.kind === 'projects') {
    return (await permittedProjects(call, calls)).map(({ uid, name, counts, updatedAt }) => ({
      id: uid,
      name,
      ...counts,
      updatedAt,
    }));
  }
  const { designs } = await calls.json('listDesigns', { query: {} }, call.signal);
  return designs.map(({ name, title, description, category, sizes, variables }) => ({
    ...{ id: name, name: title, description, category },
    sizes: sizes.map(({ size }) => size),
    variables: variables.map((variable) => variable.name),
  }));
}

/** Returns the projects that the key can use. */
export async function permittedProjects(call: ToolCall, calls: ToolServices['calls']) {
  const { projects } = await calls.json('listProjects', {}, call.signal);
  return projects.filter((project) => isPermitted(call.key, project));
}

async function projectItems(
  kind: 'templates' | 'batches',
  project: string,
  call: ToolCall,
  { calls }: ToolServices,
): Promise<readonly Listed[]> {
  if (kind === 'templates') {
    const { templates } = await calls.json('listTemplates', { parameters: { project } }, call.signal);
    return templates.map(({ name, revision, durationFrames, errors, updatedAt }) => ({
      ...{ id: name, name, revision, frames: durationFrames, errors, updatedAt },
    }));
  }
  const { batches } = await calls.json('listBatches', { parameters: { project } }, call.signal);
  return batches.map(({ id, movie, state, counts, createdAt }) => ({ id, name: movie, state, counts, createdAt }));
}

/** Returns the assets that match. The cursor is the name after which the next page starts. */
async function assetPage(
  project: string,
  { query, limit, cursor: start }: ToolInput<'list'>,
  call: ToolCall,
  { calls }: ToolServices,
): Promise<ToolOutput<'list'>> {
  const items: Listed[] = [];
  let cursor: string | null = start ?? null;
  do {
    const size = query === undefined ? limit - items.length : ASSET_PAGE;
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(size, cursor);
    for (const [index, item] of page.items.entries()) {
      if (!matches(item, query)) continue;
      items.push(item);
      if (items.length === limit) {
        const isLast = index === page.items.length - 1;
        return { items, cursor: isLast ? page.cursor : await cursorAfter(index + 1, cursor) };
      }
    }
    cursor = page.cursor;
  } while (cursor !== null && items.length < limit);
  return { items, cursor };

  async function readPage(size: number, after: string | null) {
    const answered = await calls.json(
      'listAssets',
      { parameters: { project }, query: { limit: size, ...(after !== null && { cursor: after }) } },
      call.signal,
    );
    const found = answered.assets.map(({ name, size: bytes, contentType, media, tags }) => ({
      ...{ id: name, name, kind: media?.kind ?? 'unknown', bytes, contentType, tags },
    }));
    return { items: found, cursor: answered.cursor };
  }
  async function cursorAfter(count: number, after: string | null): Promise<string | null> {
    return (await readPage(count, after)).cursor;
  }
}

/** Returns whether the item contains every word of the query. */
function matches(item: Listed, query = ''): boolean {
  const text = JSON.stringify(Object.values(item)).toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns a page of a complete list. The cursor is the number of items before the next page. */
function pageOf(all: readonly Listed[], { query, limit, cursor = '0' }: ToolInput<'list'>): ToolOutput<'list'> {
  if (!/^\d{1,9}$/.test(cursor)) throw new ServiceError('request/invalid', 'The cursor isn’t from this list.');
  const found = all.filter((item) => matches(item, query));
  const from = Number(cursor);
  const to = from + limit;
  return { items: found.slice(from, to), cursor: to < found.length ? String(to) : null };
}

export async function readReference({
  topic,
  query,
}: ToolInput<'read_reference'>): Promise<ToolResult<ToolOutput<'read_reference'>>> {
  if (topic === 'conventions') {
    const page = await readReferencePage(topic);
    return { data: { topic, text: page?.text ?? '', related: ['movie', 'scene', 'text', 'variables', 'problems'] } };
  }
  const language = await readReferencePage('language');
  const found = topicIn(language?.text ?? null, { topic, query });
  if (found.kind === 'found') return { data: found.topic };
  const near = found.near.length === 0 ? '' : ` Near it: ${found.near.map((name) => `\`${name}\``).join(', ')}.`;
  throw new ServiceError('request/invalid', `There is no such topic.${near} Without arguments, this tool lists all.`);
}

export async function readTemplate(
  input: ToolInput<'read_template'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'read_template'>>> {
  const project = await requireProject(call, services, input.project);
  const { region, calls, inspector } = services;
  const parameters = { region, project, name: input.template };
  const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
  const revision = input.revision ?? revisions[0]?.revision ?? 1;
  const { bytes } = await calls.bytes('readTemplate', { parameters, query: { revision } }, call.signal);
  const { show } = input;
  const values = Object.entries(input.values ?? {});
  const described = await inspector.describe(bytes, {
    within: input.within ?? null,
    fromLine: input.from_line ?? null,
    lines: input.lines ?? null,
    values,
  });
  if (!described.ok) throw refusalError(described.error);
  const { seconds, frames, size, rate, outline, text, problems } = described.value;
  const variables = show.includes('variables') ? await variablesOf(bytes) : null;
  return {
    data: {
      ...{ revision, seconds, frames, size, rate },
      ...(show.includes('outline') && { outline }),
      ...(show.includes('text') && { text }),
      ...(variables !== null && { variables }),
      ...(show.includes('problems') && { problems: findingsOf(problems) }),
      ...(show.includes('history') && { history: revisions.map(({ etag: _etag, ...entry }) => entry) }),
    },
  };

  async function variablesOf(of: Uint8Array) {
    const { variablesJson } = await inspector.inspect({ spelling: 'xml', bytes: of });
    return (JSON.parse(variablesJson) as readonly { readonly name: string; readonly uses: readonly object[] }[]).map(
      ({ uses, ...variable }) => ({ ...withoutEmpty(variable), name: variable.name, uses: uses.length }),
    );
  }
}

/** Omits fields without a value, which cost tokens of the client. */
function withoutEmpty(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== '' && value !== false),
  );
}

export async function inspectAsset(
  { project: uid, asset: name, pictures }: ToolInput<'inspect_asset'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'inspect_asset'>>> {
  const project = await requireProject(call, services, uid);
  const { calls, inspector } = services;
  const { assets } = await calls.json(
    'listAssets',
    { parameters: { project }, query: { prefix: name, limit: ASSET_PAGE } },
    call.signal,
  );
  const entry = assets.find((each) => each.name === name);
  if (entry === undefined) throw new ServiceError('asset/not-found');
  const { templates } = await calls.json('listTemplates', { parameters: { project } }, call.signal);
  const used: string[] = [];
  for (const template of templates) {
    const read = await readRevision({ project, template: template.name }, null, call, services);
    const names = await inspector.assets(new TextDecoder().decode(read.bytes)).catch((): readonly string[] => []);
    if (names.includes(name)) used.push(template.name);
  }
  const { media, size, contentType, tags } = entry;
  const kind = media?.kind ?? 'unknown';
  const images = await assetPictures({ project, name, kind, pictures, seconds: lengthOf(media) }, call, services);
  return { data: { name, bytes: size, contentType, tags, used, ...media, kind }, images };
}

function lengthOf(media: object | null): number {
  const fields: Readonly<Record<string, unknown>> = { ...media };
  return typeof fields['durationSeconds'] === 'number' ? fields['durationSeconds'] : 0;
}

/** The width of a picture of an asset, in pixels. */
const PICTURE_WIDTH = 320;

async function assetPictures(
  asset: {
    readonly project: string;
    readonly name: string;
    readonly kind: string;
    readonly pictures: number;
    readonly seconds: number;
  },
  call: ToolCall,
  { calls }: ToolServices,
): Promise<NonNullable<ToolResult<unknown>['images']>> {
  const { project, name, kind, pictures, seconds } = asset;
  if (pictures === 0 || (kind !== 'video' && kind !== 'image')) return [];
  const count = kind === 'image' ? 1 : pictures;
  const images: { readonly bytes: Uint8Array; readonly mimeType: 'image/jpeg' }[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = ((index + 0.5) / count) * seconds;
    const query = { src: name, width: PICTURE_WIDTH };
    const { bytes } =
      kind === 'image'
        ? await calls.bytes('readMediaPoster', { parameters: { project }, query }, call.signal)
        : await calls.bytes('readMediaFrame', { parameters: { project }, query: { ...query, at } }, call.signal);
    images.push({ bytes, mimeType: 'image/jpeg' });
  }
  return images;
}
