import type { JsonOf } from '#shared/contract/client.ts';

/** A render as the service returns it. */
export type RenderEntry = JsonOf<'listRenders'>['renders'][number];

/** The state of an asset's proxy. */
export type ProxyState = JsonOf<'startMediaProxy'>;
