import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Overlay, Scene } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';

/** Pixels of a row of a layer, and of all that is listed below one. */
export const ROW_HEIGHT = 24;

/** What every row below the scenes is. */
export interface AnyRow {
  /** What it stands for. */
  readonly id: NodeId;
  /** The scene or overlay whose row it is, or the movie. */
  readonly owner: NodeId;
  /** What it stands in: another row, or its owner. */
  readonly parent: NodeId;
  /** 1 for sounds and overlays of the movie, 2 for layers, 3 for what a layer has. */
  readonly level: 1 | 2 | 3;
  /** How many groups it stands in. */
  readonly depth: number;
  /** Pixels. */
  readonly height: number;
  /** Whether what is in it is listed below it; null where it has nothing to list. */
  readonly unfolded: boolean | null;
}

/** When something is there, in frames of the film. */
export interface RowTime {
  /** Where its offset is counted from: the beginning of what it stands in. */
  readonly clock: number;
  readonly start: number;
  /** Behind its last frame, as it is written: it may lie behind `limit`. */
  readonly end: number;
  /** Behind the last frame of what it stands in. */
  readonly limit: number;
}

/** Where something stands among what lies over one another: 1 is in front. */
export interface Rank {
  readonly place: number;
  readonly count: number;
}

export interface LayerRow extends AnyRow, RowTime {
  readonly kind: 'layer';
  readonly layer: Layer;
  readonly rank: Rank;
  /** Tells it apart from layers beside it that have the same title; absent where no other has. */
  readonly number?: number;
}

export interface SoundRow extends AnyRow, RowTime {
  readonly kind: 'sound';
  readonly sound: SoundLayer;
}

export interface OverlayRow extends AnyRow, RowTime {
  readonly kind: 'overlay';
  readonly overlay: Overlay;
}

export interface EffectRow extends AnyRow {
  readonly kind: 'effect';
  readonly layer: Layer;
  readonly effect: Effect;
}

/** The keys of one property of a layer, sound or effect; unfolded it shows its curve. */
export interface PropertyRow extends AnyRow {
  readonly kind: 'property';
  /** What has the property. */
  readonly node: NodeId;
  /** As keys name it. */
  readonly property: string;
  /** Where an effect has it. */
  readonly effect: Effect | null;
}

/** What is not there yet, and how it comes. */
export interface HintRow extends AnyRow {
  readonly kind: 'hint';
  readonly hint: Hint;
}

/** An open scene has no layers, the film no music, or nothing has keys while only that is shown. */
export type Hint = 'layers' | 'music' | 'keys';

/** A scene of a choice, or several that it plays together, where the choice stands in the film. */
export interface CaseRow extends AnyRow {
  readonly kind: 'case';
  readonly choice: NodeId;
  /** What it shows, one behind the other. */
  readonly scenes: readonly Scene[];
  /** Whether the choice plays it. */
  readonly isPlayed: boolean;
  /** In frames of the film, as if it were played. */
  readonly start: number;
  readonly end: number;
}

/** A row below the scenes. */
export type Row = LayerRow | SoundRow | OverlayRow | EffectRow | PropertyRow | HintRow | CaseRow;

/** A row that has a bar on the axis of time. */
export type BarRow = LayerRow | SoundRow;

export function hasBar(row: Row): row is BarRow {
  return row.kind === 'layer' || row.kind === 'sound';
}
