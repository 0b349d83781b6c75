import type { ComposedIn, ComposeTask, Drawn, FrameOrder } from '#shared/compositor/scene/composed-scene.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';

export type ToThread =
  | { readonly kind: 'begin'; readonly task: ComposeTask }
  | { readonly kind: 'frame'; readonly order: FrameOrder }
  | { readonly kind: 'drawn'; readonly requestId: number; readonly drawn: Drawn };

export type FromThread =
  /** `requestId` is the number of the request that this message answers. */
  | { readonly kind: 'draw'; readonly requestId: number; readonly drawing: Drawing }
  | { readonly kind: 'composed'; readonly number: number; readonly location: ComposedIn }
  | { readonly kind: 'failed'; readonly message: string };
