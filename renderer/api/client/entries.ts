import type { JsonOf } from '#shared/contract/client.ts';

/** A render as the service tells of it. */
export type RenderEntry = JsonOf<'listRenders'>['renders'][number];

/** How far the service is with an asset's proxy. */
export type ProxyState = JsonOf<'startMediaProxy'>;
