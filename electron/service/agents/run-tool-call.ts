import { z } from 'zod';
import { type AgentToolName, agentTools, type ToolInput } from '#shared/agents/tools.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { ServiceError } from '../errors/service-error.ts';
import { problemOf, serviceErrorOf } from '../http/problems.ts';
import type { AgentLimits } from './agent-limits.ts';
import type { AgentSettings } from './agent-settings.ts';
import { addAsset } from './agent-sources.ts';
import { check } from './check-tool.ts';
import { create, editTemplate, editText, restoreTemplate } from './edit-tools.ts';
import { inspectAsset, list, readReference, readTemplate } from './read-tools.ts';
import { controlJob, followJob, render, startBatch } from './render-tools.ts';
import {
  findingsOf,
  PartialCheckError,
  type ToolCall,
  type ToolImage,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';
import { viewFrames } from './view-tool.ts';

type Runner<Name extends AgentToolName> = (
  input: ToolInput<Name>,
  call: ToolCall,
  services: ToolServices,
) => Promise<ToolResult<object>>;

const runners: { readonly [Name in AgentToolName]: Runner<Name> } = {
  list,
  read_reference: readReference,
  read_template: readTemplate,
  create,
  edit_template: editTemplate,
  edit_text: editText,
  restore_template: restoreTemplate,
  check,
  view_frames: viewFrames,
  inspect_asset: inspectAsset,
  add_asset: addAsset,
  render,
  start_batch: startBatch,
  job: followJob,
  control_job: controlJob,
};

/** A result in the form of the protocol. */
export interface ToolAnswer {
  readonly isError?: true;
  readonly content: readonly object[];
  readonly structuredContent: Record<string, unknown>;
}

export interface ToolHost {
  readonly settings: AgentSettings;
  readonly limits: AgentLimits;
  readonly services: ToolServices;
  /** Called with errors that are defects of the service. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Runs a tool: checks the switch, the scope, the limits, and the arguments, and records the call. Returns a refusal as a
 * result, so that an assistant can act on it.
 */
export async function runToolCall(
  name: AgentToolName,
  input: unknown,
  call: ToolCall,
  host: ToolHost,
): Promise<ToolAnswer> {
  const started = performance.now();
  let outcome = 'done';
  let revisions: ToolResult<object>['revisions'];
  try {
    requirePermission(name, call, host.settings);
    using _room = host.limits.enter(call.key.id, agentTools[name].scope === 'edit');
    const checked = parseInput(name, input);
    // Each runner gets the input of its own schema. The table loses this relation.
    const runner = runners[name] as Runner<AgentToolName>;
    const result = await runner(checked as never, call, host.services);
    ({ revisions } = result);
    return answerOf(result);
  } catch (error) {
    const failure = serviceErrorOf(error);
    if (failure.code === 'request/internal' && !call.signal.aborted) host.onFailure(failure.cause ?? failure);
    outcome = failure.code;
    return refusalOf(failure);
  } finally {
    const fields = namedFields(input);
    host.services.records.record({
      ...{ key: call.key.id, author: call.author, tool: name, outcome, ...fields },
      milliseconds: Math.round(performance.now() - started),
      before: revisions?.before ?? null,
      revision: revisions?.after ?? null,
    });
  }
}

/** Throws `agents/off` and `agents/scope`. While assistants are paused, only reading is permitted. */
function requirePermission(name: AgentToolName, { key }: ToolCall, settings: AgentSettings): void {
  const { on, paused, keys } = settings.get();
  const { scope } = agentTools[name];
  const current = keys.find(({ id }) => id === key.id);
  if (!on) throw new ServiceError('agents/off');
  if (current === undefined || current.revokedAt !== null) throw new ServiceError('agents/off', 'The key was revoked.');
  if (paused && scope !== 'look')
    throw new ServiceError('agents/off', 'A person paused assistants. Reading still works.');
  if (!key.scopes.includes(scope)) throw new ServiceError('agents/scope', `It needs the scope \`${scope}\`.`);
}

function parseInput(name: AgentToolName, input: unknown): unknown {
  const { input: schema } = agentTools[name];
  const given: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(given).find((field) => !known.includes(field));
  if (unknown !== undefined) {
    const near = nearestName(unknown, known);
    const hint = near === null ? `It takes ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
    throw new ServiceError('request/invalid', `\`${name}\` takes no \`${unknown.slice(0, 60)}\`. ${hint}`);
  }
  return z.parse(schema, given);
}

const MAX_RECORDED = 200;

function namedFields(input: unknown) {
  const fields: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  const text = (value: unknown) => (typeof value === 'string' ? plainText(value).slice(0, MAX_RECORDED) : null);
  return { project: text(fields['project']), template: text(fields['template']), label: text(fields['label']) };
}

/** Returns a text on one line, without control characters. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
}

function answerOf({ data, images = [], film }: ToolResult<object>): ToolAnswer {
  return {
    content: [
      { type: 'text', text: JSON.stringify(data) },
      ...images.map((image) => imageBlock(image)),
      ...(film === undefined ? [] : [{ type: 'resource_link', ...film }]),
    ],
    structuredContent: { ...data },
  };
}

function imageBlock({ bytes, mimeType }: ToolImage): object {
  return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType };
}

/** Returns a refusal: a sentence for the assistant, and the fields of the problem document. */
function refusalOf(error: ServiceError): ToolAnswer {
  const { document, headers } = problemOf(error);
  const { code, detail, reason, values } = document;
  const retry = headers['retry-after'];
  const fields = {
    ...{ code, detail },
    ...(reason !== undefined && { reason, values }),
    ...(error.issues.length > 0 && { issues: findingsOf(error.issues) }),
    ...(error instanceof PartialCheckError && { findings: error.findings }),
    ...(retry !== undefined && { retry_after_seconds: Number(retry) }),
  };
  const structuredContent = { error: fields };
  return {
    isError: true,
    content: [
      { type: 'text', text: detail },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
  };
}
