import { hostsInValues } from '#shared/agents/edit-template.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ToolCall, ToolServices } from './tool-context.ts';

/** A template of a project. */
interface Place {
  readonly project: string;
  readonly template: string;
}

/**
 * Throws `agents/address` for a host that no revision of the template contains, unless the key permits addresses. A
 * text that misleads an assistant can otherwise make it send data to a host.
 */
export async function requireKnownHosts(
  hosts: Iterable<string>,
  place: Place | null,
  call: ToolCall,
  services: ToolServices,
): Promise<void> {
  const unknown = new Set(hosts);
  if (call.key.addresses || unknown.size === 0) return;
  if (place !== null) for (const host of await earlierHosts(unknown, place, call, services)) unknown.delete(host);
  if (unknown.size > 0) throw new ServiceError('agents/address', `New: ${[...unknown].slice(0, 5).join(', ')}.`);
}

/** Throws `agents/address` for a host in a value of a variable; see {@link requireKnownHosts}. */
export async function requireKnownValues(
  values: Iterable<string>,
  place: Place | null,
  call: ToolCall,
  services: ToolServices,
): Promise<void> {
  await requireKnownHosts(hostsInValues(values), place, call, services);
}

/** Returns those hosts that an earlier revision contains in an address. */
async function earlierHosts(
  hosts: ReadonlySet<string>,
  { project, template }: Place,
  call: ToolCall,
  { calls, inspector, region }: ToolServices,
): Promise<ReadonlySet<string>> {
  const parameters = { region, project, name: template };
  const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
  const found = new Set<string>();
  for (const { revision } of revisions) {
    const { bytes } = await calls.bytes('readTemplate', { parameters, query: { revision } }, call.signal);
    const text = new TextDecoder().decode(bytes).toLowerCase();
    if (![...hosts].some((host) => !found.has(host) && text.includes(host))) continue;
    const compared = await inspector.compare(EMPTY, bytes);
    if (compared.ok) for (const host of compared.value.newHosts) if (hosts.has(host)) found.add(host);
    if (found.size === hosts.size) break;
  }
  return found;
}

const EMPTY = new TextEncoder().encode('<movie/>');
