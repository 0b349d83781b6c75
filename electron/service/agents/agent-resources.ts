import { agentPrompts } from '#shared/agents/reference.ts';
import { ServiceError } from '../errors/service-error.ts';
import { readReferencePage, readTopicNames } from '../files/reference-pages.ts';
import { permittedProjects } from './read-tools.ts';
import { FILM_ADDRESS } from './render-tools.ts';
import type { ToolHost } from './run-tool-call.ts';
import { findingsOf, requireProject, type ToolCall, type ToolServices } from './tool-context.ts';

/** The content of a resource in the form of the protocol. */
type ResourceContent =
  | { readonly uri: string; readonly mimeType: string; readonly text: string }
  | { readonly uri: string; readonly mimeType: string; readonly blob: string };

/** The maximum size of a film that is read as a resource, in bytes. */
const MAX_FILM = 8 * 2 ** 20;

/** The maximum number of projects whose templates are listed. */
const MAX_PROJECTS = 100;

const fixedResources = [
  { uri: 'scenewright://guide', name: 'Conventions: read this first', mimeType: 'text/markdown' },
  { uri: 'scenewright://language', name: 'The template language', mimeType: 'text/markdown' },
  { uri: 'scenewright://schema/movie', name: 'Movies as JSON', mimeType: 'application/schema+json' },
  { uri: 'scenewright://schema/commands', name: 'Commands of edit_template', mimeType: 'application/schema+json' },
  { uri: 'scenewright://llms.txt', name: 'Index of the documentation', mimeType: 'text/plain' },
  { uri: 'scenewright://llms-full.txt', name: 'The documentation in one page', mimeType: 'text/plain' },
];

export const resourceTemplates = [
  {
    uriTemplate: 'scenewright://language/{topic}',
    name: 'A topic of the template language',
    mimeType: 'text/markdown',
  },
  { uriTemplate: 'scenewright://project/{uid}/template/{name}', name: 'A template', mimeType: 'application/xml' },
  {
    uriTemplate: 'scenewright://project/{uid}/template/{name}/revision/{n}',
    name: 'An earlier revision of a template',
    mimeType: 'application/xml',
  },
  {
    uriTemplate: 'scenewright://project/{uid}/template/{name}/problems',
    name: 'The problems of a template',
    mimeType: 'application/json',
  },
  { uriTemplate: 'scenewright://design/{name}', name: 'A design', mimeType: 'application/json' },
  { uriTemplate: FILM_ADDRESS, name: 'A film, up to 8 MiB', mimeType: 'video/mp4' },
];

/** Returns the pages, and the templates of the projects that the key can use. */
export async function listResources(call: ToolCall, { calls }: ToolServices) {
  const permitted = await permittedProjects(call, calls);
  const templates = await Promise.all(
    permitted.slice(0, MAX_PROJECTS).map(async ({ uid, name: project }) => {
      const listed = await calls.json('listTemplates', { parameters: { project: uid } }, call.signal);
      return listed.templates.map(({ name }) => ({
        uri: `scenewright://project/${uid}/template/${encodeURIComponent(name)}`,
        name: `${project}: ${name}`,
        mimeType: 'application/xml',
      }));
    }),
  );
  return [...fixedResources, ...templates.flat()];
}

/** Returns a resource. Throws the errors of its call, `agents/off`, and `request/not-found` for an unknown address. */
export async function readResource(uri: string, call: ToolCall, host: ToolHost): Promise<ResourceContent> {
  using _room = enterReading(call, host);
  const { services } = host;
  const segments = segmentsOf(uri);
  const [kind, ...rest] = segments;
  switch (kind) {
    case 'design':
      return await designPage(uri, rest[0] ?? '', call, services);
    case 'project':
      return await templatePage(uri, rest, call, services);
    case 'render':
      return await filmContent(uri, rest, call, services);
    default:
      return await documentationPage(uri, segments.join('/'));
  }
}

/** Counts a call that reads until the result is disposed of. Throws `agents/off`, `agents/scope`, `agents/too-many`. */
function enterReading({ key }: ToolCall, { settings, limits }: ToolHost): Disposable {
  if (!settings.get().on) throw new ServiceError('agents/off');
  if (!key.scopes.includes('look')) throw new ServiceError('agents/scope');
  return limits.enter(key.id, false);
}

/** A request of the protocol to complete a variable of a resource template or an argument of a prompt. */
interface Completing {
  readonly ref:
    | { readonly type: 'ref/resource'; readonly uri: string }
    | { readonly type: 'ref/prompt'; readonly name: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** The maximum number of values in a completion, from the protocol. */
const MAX_COMPLETIONS = 100;

/**
 * Returns the values that complete a variable of a resource template; values that start with the typed text come first.
 * Templates come from the projects that the key can use, and a project also matches by its name. Other variables and
 * arguments of prompts have no values. Throws `agents/off`, `agents/scope`, and `request/not-found` for an unknown
 * resource or prompt.
 */
export async function complete({ ref, argument, context }: Completing, call: ToolCall, host: ToolHost) {
  using _room = enterReading(call, host);
  const address = ref.type === 'ref/resource' ? ref.uri : '';
  const isKnown =
    ref.type === 'ref/resource'
      ? resourceTemplates.some(({ uriTemplate }) => uriTemplate === address) ||
        fixedResources.some(({ uri }) => uri === address)
      : Object.hasOwn(agentPrompts, ref.name);
  if (!isKnown) throw new ServiceError('request/not-found');
  const { calls } = host.services;
  const typed = argument.value.toLowerCase();
  const matching = (address.includes(`{${argument.name}}`) ? await candidates() : []).flatMap(({ value, names }) => {
    const lower = names.map((name) => name.toLowerCase());
    const isStart = lower.some((name) => name.startsWith(typed));
    return isStart || lower.some((name) => name.includes(typed)) ? [{ value, isStart }] : [];
  });
  const sorted = matching.toSorted((one, other) => Number(other.isStart) - Number(one.isStart));
  const values = [...new Set(sorted.map(({ value }) => value))];
  const { length: total } = values;
  return { values: values.slice(0, MAX_COMPLETIONS), total, hasMore: total > MAX_COMPLETIONS };

  async function candidates(): Promise<readonly { readonly value: string; readonly names: readonly string[] }[]> {
    const byName = (names: readonly string[]) => names.map((name) => ({ value: name, names: [name] }));
    switch (argument.name) {
      case 'topic':
        return byName(await readTopicNames());
      case 'uid':
      case 'project':
        return (await permittedProjects(call, calls)).map(({ uid, name }) => ({ value: uid, names: [uid, name] }));
      case 'name':
        return byName(address.includes('{uid}') ? await templateNames() : await designNames());
      default:
        return [];
    }
  }

  async function templateNames(): Promise<readonly string[]> {
    const chosen = context?.arguments?.['uid'];
    const permitted = await permittedProjects(call, calls);
    const projects = permitted.filter(({ uid }) => chosen === undefined || uid === chosen).slice(0, MAX_PROJECTS);
    const lists = await Promise.all(
      projects.map(({ uid }) => calls.json('listTemplates', { parameters: { project: uid } }, call.signal)),
    );
    return lists.flatMap(({ templates }) => templates.map(({ name }) => name));
  }

  async function designNames(): Promise<readonly string[]> {
    const { designs } = await calls.json('listDesigns', { query: {} }, call.signal);
    return designs.map(({ name }) => name);
  }
}

/** Returns a page of the documentation. `guide` is the address of the conventions; `llms` is short for `llms.txt`. */
async function documentationPage(uri: string, name: string): Promise<ResourceContent> {
  const names: Readonly<Record<string, string>> = { guide: 'conventions', llms: 'llms.txt' };
  const page = await readReferencePage(names[name] ?? name);
  if (page === null) throw new ServiceError('request/not-found');
  return { uri, ...page };
}

function segmentsOf(uri: string): readonly string[] {
  const path = /^scenewright:\/\/([^?#]{1,4096})$/.exec(uri)?.[1] ?? '';
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

function jsonResource(uri: string, value: object): ResourceContent {
  return { uri, mimeType: 'application/json', text: JSON.stringify(value) };
}

async function designPage(
  uri: string,
  name: string,
  call: ToolCall,
  { calls }: ToolServices,
): Promise<ResourceContent> {
  const { designs } = await calls.json('listDesigns', { query: {} }, call.signal);
  const design = designs.find((each) => each.name === name);
  if (design === undefined) throw new ServiceError('design/not-found');
  const { bytes } = await calls.bytes('readDesignTemplate', { parameters: { design: name }, query: {} }, call.signal);
  return jsonResource(uri, { ...design, xml: new TextDecoder().decode(bytes) });
}

async function templatePage(
  uri: string,
  [uid = '', , name = '', part, number]: readonly string[],
  call: ToolCall,
  services: ToolServices,
): Promise<ResourceContent> {
  const project = await requireProject(call, services, uid);
  const { calls, region, inspector } = services;
  const parameters = { region, project, name };
  const revision = part === 'revision' && /^\d{1,9}$/.test(number ?? '') ? { revision: Number(number) } : {};
  const { bytes } = await calls.bytes('readTemplate', { parameters, query: revision }, call.signal);
  if (part !== 'problems') return { uri, mimeType: 'application/xml', text: new TextDecoder().decode(bytes) };
  const { issues } = await inspector.inspect({ spelling: 'xml', bytes });
  return jsonResource(uri, { problems: findingsOf(issues) });
}

async function filmContent(
  uri: string,
  [uid = '', render = '']: readonly string[],
  call: ToolCall,
  services: ToolServices,
): Promise<ResourceContent> {
  const project = await requireProject(call, services, uid);
  const { calls } = services;
  const record = await calls.json('readRender', { parameters: { project, render } }, call.signal);
  if ((record.bytes ?? 0) > MAX_FILM)
    throw new ServiceError(
      'request/too-large',
      'Films above 8 MiB: render with `save_as`, or open them in the editor.',
    );
  const { formats } = await calls.json('listFormats', {}, call.signal);
  const { bytes } = await calls.bytes('readFilm', { parameters: { project, render } }, call.signal);
  const mimeType = formats.find(({ name }) => name === record.format)?.mimeType ?? 'application/octet-stream';
  return { uri, mimeType, blob: Buffer.from(bytes).toString('base64') };
}
