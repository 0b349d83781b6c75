import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { testedProgram } from '#service/testing/tested-program.ts';

export type Era = '2026' | '2025';

/** An assistant that is connected to a service with the official client. */
export interface TestAgent extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and returns its data. Throws an error with the code of a refusal. */
  readonly call: (name: string, input: object) => Promise<AgentAnswer>;
}

/** The data of an answer, with its content blocks. */
// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes
export type AgentAnswer = Record<string, any> & { readonly content: readonly ContentBlock[] };

export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

/** A refusal of a tool. */
class RefusalError extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: { readonly code: string; readonly detail: string }) {
    super(fields.detail);
    this.code = fields.code;
    this.fields = { ...fields };
  }
}

/** Opens a service and switches assistants on, also over HTTP. */
export async function openAgentService(): Promise<TestService> {
  const service = await openService();
  await service.client.call('changeAgents', { body: { on: true, http: true } });
  return service;
}

/** Connects over HTTP with a new key. */
export async function connectOverHttp(
  service: TestService,
  {
    era = '2026',
    ...key
  }: { readonly era?: Era; readonly name?: string; readonly scopes?: readonly string[] } & Record<string, unknown> = {},
): Promise<TestAgent & { readonly secret: string; readonly key: string }> {
  const { secret, id } = await service.client.call('createAgentKey', {
    body: { name: 'Test assistant', ...key } as never,
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  return { ...(await connected(transport, era)), secret, key: id };
}

/** Connects with `scenewright mcp` over standard input and output. */
export async function connectOverStdio(
  workspace: string,
  { era = '2026', args = [] }: { readonly era?: Era; readonly args?: readonly string[] } = {},
): Promise<TestAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [testedProgram('serve/agents-main.ts'), 'mcp', '--workspace', workspace, ...args],
    env: { ...process.env } as Record<string, string>,
    stderr: 'inherit',
  });
  return await connected(transport, era);
}

async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  era: Era,
): Promise<TestAgent> {
  const client = new Client({ name: 'test-client', title: 'Test client', version: '1.0.0' }, {
    versionNegotiation: { mode: era === '2026' ? 'auto' : 'legacy' },
  } as never);
  await client.connect(transport);
  return {
    client,
    call: async (name, input) => {
      const answer = await client.callTool({ name, arguments: { ...input } });
      const data = answer.structuredContent as Record<string, unknown> | undefined;
      if (answer.isError === true) throw new RefusalError(data?.['error'] as { code: string; detail: string });
      return { ...data, content: answer.content as readonly ContentBlock[] };
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
    },
  };
}

/** Returns the code with which a call was refused, or `done`. */
export const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: { readonly code?: unknown }) => error.code,
  );
