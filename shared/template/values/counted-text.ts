import type { NodeId } from '../document/document.ts';
import type { FrameRate } from './frame-rate.ts';

/** A text that shows a moving number, as plain data. */
export interface CountedText {
  /** The number at rest, as a decimal exactly as written. */
  readonly value: string;
  /** The decimals to which the moving number is rounded. */
  readonly decimals: number;
  /** The tag of the language of the expressions. */
  readonly language: string;
  /** The frame rate of the movie, for the default duration of the preset. */
  readonly rate: FrameRate;
  /** The content in order. */
  readonly pieces: readonly CountedPiece[];
}

/** A piece of a counted text: a constant text, or an expression of the name `value`. */
export type CountedPiece = (ConstantPiece | CountedExpression) & {
  /** The index of the span that contains the piece; absent outside of spans. */
  readonly span?: number;
};

interface ConstantPiece {
  readonly text: string;
}

export interface CountedExpression {
  /** The source of the expression. */
  readonly source: string;
  /** The values of all other names in the expression, which are the same in all frames. */
  readonly names: Readonly<Record<string, PlainValue>>;
  /** The written value with the expression, for problems; absent in data for the compositor. */
  readonly place?: ExpressionPlace;
}

interface ExpressionPlace {
  readonly node: NodeId;
  readonly attribute?: string;
  /** The offset of the expression in the written value; null if it is not written there. */
  readonly at: number | null;
}

/** A value of an expression as plain data. A number is a decimal text. */
export type PlainValue =
  | string
  | boolean
  | { readonly number: string }
  | { readonly list: readonly PlainValue[] }
  | { readonly fields: readonly (readonly [name: string, value: PlainValue])[] };

/** The name of the number in the content of a text. */
export const COUNTED_NAME = 'value';

/** The content of a text that has a number and no content. */
export const COUNTED_CONTENT = `\${= number(${COUNTED_NAME})}`;
