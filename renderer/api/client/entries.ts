import type { JsonOf } from '#shared/contract/client.ts';

/** A render as the service returns it. */
export type RenderEntry = JsonOf<'listRenders'>['renders'][number];

export type ProxyState = JsonOf<'startMediaProxy'>;
