import { type BatchHandle, type BatchSettings, openBatch, startBatch } from './batch-handle.ts';
import { type EventOptions, followEvents } from './events.ts';
import { type CallName, calls, VERSION } from './generated/calls.ts';
import type { CallInputs, Chapters, ReadHealthAnswer, ServiceEvent, StoredAsset } from './generated/types.ts';
import { openRender, type RenderHandle, type RenderSettings, startRender } from './render-handle.ts';
import { type ClientOptions, createTransport, type RequestOptions, type Transport } from './transport.ts';
import { type UploadOptions, upload } from './upload.ts';
import type { UploadFile } from './upload-source.ts';

export type { BatchHandle, BatchSettings } from './batch-handle.ts';
export type { EventOptions } from './events.ts';
export { filmLink, linkKey } from './film-link.ts';
export { type CallName, VERSION } from './generated/calls.ts';
export type * from './generated/types.ts';
export { type Problem, ProblemError, type ProblemIssue } from './problem-error.ts';
export type { RenderHandle, RenderProgress, RenderSettings } from './render-handle.ts';
export type { ClientOptions, RequestOptions } from './transport.ts';
export type { UploadOptions, UploadProgress } from './upload.ts';
export type { UploadFile } from './upload-source.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhook.ts';

/** A client with one method for each call of the service, by chapter, and with larger steps. */
export interface Client extends Chapters {
  /** Starts a film in the background. */
  readonly render: (settings: RenderSettings) => Promise<RenderHandle>;
  /** Returns the handle of a render that exists. */
  readonly openRender: (render: Existing) => RenderHandle;
  /** Starts the films of many rows. */
  readonly batch: (settings: BatchSettings) => Promise<BatchHandle>;
  /** Returns the handle of a batch that exists, for example after a restart of the program. */
  readonly openBatch: (batch: Existing) => BatchHandle;
  /** Uploads a file in chunks, and continues an upload that was interrupted. */
  readonly upload: (file: UploadFile, options: UploadOptions) => Promise<StoredAsset>;
  /** Yields the events of the service, and reconnects without missing one. */
  readonly events: (options?: EventOptions) => AsyncGenerator<ServiceEvent>;
  /** Returns the health of the service. Warns once if its version differs from the version of this client. */
  readonly health: () => Promise<ReadHealthAnswer>;
  /**
   * Makes a call by its `operationId` and returns the answer with its unread body: for headers, conditional requests
   * (304), and other media types (`accept`).
   */
  readonly open: <Name extends CallName>(
    name: Name,
    input: CallInputs[Name],
    options?: RequestOptions,
  ) => Promise<Response>;
}

/** The project and the id of a render or a batch. */
export interface Existing {
  readonly project: string;
  readonly id: string;
  readonly signal?: AbortSignal | undefined;
}

/** Creates a client of a service. It connects with the first call. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  let hasWarned = false;
  return {
    ...chaptersOf(transport),
    render: (settings) => startRender(transport, settings),
    openRender: (render) => openRender(transport, render),
    batch: (settings) => startBatch(transport, settings),
    openBatch: (batch) => openBatch(transport, batch),
    upload: (file, uploadOptions) => upload(transport, file, uploadOptions),
    events: (eventOptions) => followEvents(transport, eventOptions),
    health: async () => {
      const health = (await transport.json('readHealth', {})) as ReadHealthAnswer;
      if (health.version !== VERSION && !hasWarned) {
        hasWarned = true;
        transport.warn(`The service has the version ${health.version}, and this client was made for ${VERSION}.`);
      }
      return health;
    },
    open: transport.open,
  };
}

function chaptersOf(transport: Transport): Chapters {
  const chapters: Record<string, Record<string, unknown>> = {};
  for (const [name, [chapter, method, , , , isJson, hasInput]] of Object.entries(calls)) {
    const send = isJson ? transport.json : transport.open;
    const methods = chapters[chapter] ?? {};
    chapters[chapter] = methods;
    methods[method] = hasInput
      ? (input: object = {}, options?: RequestOptions) => send(name as CallName, input as never, options)
      : (options?: RequestOptions) => send(name as CallName, {} as never, options);
  }
  // The table and the types are made from the same contract.
  return chapters as unknown as Chapters;
}
