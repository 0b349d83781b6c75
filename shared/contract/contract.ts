import type { z } from 'zod';
import { assetCalls } from './calls/assets.ts';
import { batchCalls } from './calls/batches.ts';
import { brandCalls } from './calls/brand.ts';
import type { Call } from './calls/call.ts';
import { checkCalls } from './calls/checks.ts';
import { designCalls } from './calls/designs.ts';
import { farmCalls } from './calls/farm.ts';
import { fontCalls } from './calls/fonts.ts';
import { linkCalls } from './calls/links.ts';
import { liveTableCalls } from './calls/live-tables.ts';
import { mediaCalls } from './calls/media.ts';
import { movieCalls } from './calls/movies.ts';
import { bundleCalls, projectCalls, sampleCalls } from './calls/projects.ts';
import { renderCalls } from './calls/renders.ts';
import { agentCalls, serviceCalls } from './calls/service.ts';
import { tableCalls } from './calls/tables.ts';
import { templateCalls } from './calls/templates.ts';
import { uploadCalls } from './calls/uploads.ts';

/**
 * All calls of the service by their names in code. The service has a route for each of these calls and for no other.
 */
export const contract = {
  ...projectCalls,
  ...sampleCalls,
  ...bundleCalls,
  ...designCalls,
  ...assetCalls,
  ...brandCalls,
  ...uploadCalls,
  ...movieCalls,
  ...templateCalls,
  ...mediaCalls,
  ...checkCalls,
  ...renderCalls,
  ...linkCalls,
  ...batchCalls,
  ...tableCalls,
  ...liveTableCalls,
  ...fontCalls,
  ...agentCalls,
  ...farmCalls,
  ...serviceCalls,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof contract;

export const callNames = Object.keys(contract) as readonly CallName[];

/** Returns the call with this name, typed as {@link Call}. */
export function callOf(name: CallName): Call {
  return contract[name];
}

export type ParametersOf<Name extends CallName> = z.output<(typeof contract)[Name]['parameters']>;
export type QueryOf<Name extends CallName> = z.output<(typeof contract)[Name]['query']>;
