import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { type Client, createClient, type JsonOf } from '#shared/contract/client.ts';
import { waitUntil } from './wait-until.ts';

/** A client of a service with the steps that most tests take. Every step throws if the service refuses it. */
export interface TestClient {
  /** The client of all calls of the contract. */
  readonly client: Client<Response>;
  /** Calls `fetch` with credentials and a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Returns the text of a file, a page, or XML. */
  readText(path: string): Promise<string>;
  /** Creates an empty project and returns its uid. */
  createProject(name?: string): Promise<string>;
  /** Creates or replaces an asset. */
  putAsset(project: string, name: string, content: string | Uint8Array): Promise<JsonOf<'replaceAsset'>>;
  /** Returns the first page of the assets of a project. */
  listAssets(project: string): Promise<JsonOf<'listAssets'>['assets']>;
  saveTemplate(project: string, name: string, xml: string | Uint8Array): Promise<JsonOf<'saveTemplate'>>;
  /** Starts a render with the fields of a form and returns its id. */
  startRender(project: string, form: Readonly<Record<string, string>>): Promise<string>;
  /** Returns the current state of a render. */
  readRender(project: string, render: string): Promise<JsonOf<'readRender'>>;
  /** Waits until a render has succeeded, failed, or been canceled. */
  endedRender(project: string, render: string, seconds?: number): Promise<JsonOf<'readRender'>>;
  /** Renders a film and waits for its end, which may be a failure. */
  render(project: string, form: Readonly<Record<string, string>>, seconds?: number): Promise<JsonOf<'readRender'>>;
}

const REGION = 'local';
const ENDED = ['succeeded', 'failed', 'cancelled'];

/** Returns the client of the service at this address. */
export function createTestClient(url: string, credentials: Credentials): TestClient {
  const client = createClient<Response, RequestInit>({ fetch, baseUrl: url, credentials });
  const authorization = `Basic ${btoa(`${credentials.key}:${credentials.secret}`)}`;
  const self: TestClient = {
    client,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', authorization);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    readText: async (path) => {
      const answer = await self.fetch(path);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${text}`);
      return text;
    },
    createProject: async (name = 'Films') => (await client.call('createProject', { parameters: { name } })).uid,
    putAsset: (project, name, content) => client.call('replaceAsset', { parameters: { project, name }, body: content }),
    listAssets: async (project) => (await client.call('listAssets', { parameters: { project } })).assets,
    saveTemplate: (project, name, body) =>
      client.call('saveTemplate', { parameters: { region: REGION, project, name }, body }),
    startRender: async (project, form) => {
      const body = { async: 'true', ...form };
      return (await client.call('startRender', { parameters: { region: REGION, project }, body })).id;
    },
    readRender: (project, render) => client.call('readRender', { parameters: { project, render } }),
    endedRender: async (project, render, seconds = 60) => {
      await waitUntil(async () => ENDED.includes((await self.readRender(project, render)).state), seconds);
      return await self.readRender(project, render);
    },
    render: async (project, form, seconds) =>
      await self.endedRender(project, await self.startRender(project, form), seconds),
  };
  return self;
}
