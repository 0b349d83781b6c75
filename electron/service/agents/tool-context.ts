import { placeOfPath } from '#shared/agents/places.ts';
import type { AgentRefusal } from '#shared/agents/refusal.ts';
import type { AgentFinding } from '#shared/agents/tools.ts';
import type { Raster } from '#shared/golden/planes.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import type { PlacedBox } from '../inspection/checked-film.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import type { EventLog, ProjectUid } from '../storage/ports.ts';
import type { AgentCalls } from './agent-calls.ts';
import type { StoredKey } from './agent-settings.ts';
import type { InProcessCalls } from './in-process-calls.ts';

/** The folders that the user made available to a program on its command line. */
export interface OpenedFolders {
  /** The folders that `add_asset` can read. */
  readonly files: readonly string[];
  /** The folder for films; null if none was given. */
  readonly films: string | null;
}

export const NO_FOLDERS: OpenedFolders = { files: [], films: null };

/** A running call of a tool. */
export interface ToolCall {
  readonly key: StoredKey;
  /** The displayed name: the name of the key and, if known, of the program. */
  readonly author: string;
  readonly folders: OpenedFolders;
  /** Aborted when the caller cancels, its connection ends, or its key is revoked. */
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, words: string) => void;
}

/** Returns the headers that name the author of a change or a render, and that confine its downloads. */
export function agentHeaders({ author, key }: Pick<ToolCall, 'author' | 'key'>): Readonly<Record<string, string>> {
  return {
    ...{ 'scenewright-author-kind': 'agent', 'scenewright-author': encodeURIComponent(author) },
    ...(!key.addresses && { 'scenewright-redirects': 'same-host' }),
  };
}

/** The dependencies of all tools. */
export interface ToolServices {
  readonly calls: InProcessCalls;
  readonly inspector: MovieInspector;
  readonly records: AgentCalls;
  readonly events: EventLog;
  /** The dependencies for checking films. */
  readonly requests: RequestContext;
  /** Returns the visible layers of frames of a film. */
  readonly boxes: (
    form: { readonly template: string; readonly variables: string; readonly isConfined: boolean },
    frames: readonly number[],
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<readonly (readonly PlacedBox[])[]>;
  /** Returns frames of a film as the cells of a contact sheet. */
  readonly cells: (
    form: {
      readonly template: string;
      readonly variables: string;
      readonly frames: readonly number[];
      readonly width: number;
      readonly isConfined: boolean;
    },
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<readonly Raster[]>;
  /** The policy for addresses from which assets are read. */
  readonly policy: AddressPolicy;
  /** The absolute path of the workspace. Its folder `tmp` contains downloads. */
  readonly workspace: string;
  readonly region: string;
}

/** The result of a tool. */
export interface ToolResult<Output> {
  readonly data: Output;
  readonly images?: readonly ToolImage[];
  /** A film that the client can read as a resource. */
  readonly film?: { readonly uri: string; readonly name: string; readonly mimeType: string; readonly size: number };
  /** The revisions of the template before and after an edit, for the record of calls. */
  readonly revisions?: { readonly before: number; readonly after: number };
}

export interface ToolImage {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/**
 * Throws `project/not-found` unless the key can use the project. Missing and forbidden projects cause the same error,
 * so it reveals nothing about them.
 */
export async function requireProject(call: ToolCall, services: ToolServices, uid: string): Promise<string> {
  const { projects } = await services.calls.json('listProjects', {}, call.signal);
  const found = projects.find((project) => project.uid === uid);
  if (found === undefined || !isPermitted(call.key, found)) throw new ServiceError('project/not-found');
  return found.uid;
}

export function isPermitted(
  { projects }: Pick<StoredKey, 'projects'>,
  project: { readonly uid: string; readonly name: string },
): boolean {
  return projects === null || projects.includes(project.uid) || projects.includes(project.name);
}

/** The maximum number of findings in an answer. */
export const MAX_FINDINGS = 100;

export function findingsOf(issues: readonly (Issue | Problem)[]): AgentFinding[] {
  return issues.slice(0, MAX_FINDINGS).map(findingOf);
}

export function findingOf({
  code,
  severity,
  message,
  line,
  column,
  path,
  reason,
  values,
}: Issue | Problem): AgentFinding {
  return {
    ...{ code, severity, message },
    at: placeOfPath(path),
    ...(line !== null && { line, column }),
    ...(reason !== undefined && { reason, values }),
  };
}

export function refusalError({ code, detail }: AgentRefusal): ServiceError {
  return new ServiceError(code, detail);
}

/** A check of rows that exceeded its time limit, with the findings of the rows that were checked. */
export class PartialCheckError extends ServiceError {
  readonly findings: readonly AgentFinding[];

  constructor(detail: string, options: { readonly cause: unknown; readonly findings: readonly AgentFinding[] }) {
    super('media/cancelled', detail, { cause: options.cause });
    this.findings = options.findings;
  }
}

/** Returns the error for work that exceeded its time limit. */
export function overtime(cause: unknown): ServiceError {
  return new ServiceError('media/cancelled', '', { cause });
}
