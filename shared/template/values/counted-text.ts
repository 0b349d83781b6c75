import type { NodeId } from '../document/document.ts';
import type { FrameRate } from './frame-rate.ts';

/** A text with a moving number, as plain data. */
export interface CountedText {
  /** The decimal text of the number at rest, with the digits of the template. */
  readonly value: string;
  /** The number of decimals of the moving number, which is rounded. */
  readonly decimals: number;
  /** The language tag for the expressions. */
  readonly language: string;
  /** The frame rate of the movie. The default duration of the preset depends on it. */
  readonly rate: FrameRate;
  /** The constant texts and expressions of the content, in order. */
  readonly pieces: readonly CountedPiece[];
}

/** A piece of a counted text: a constant text, or an expression that uses the name `value`. */
export type CountedPiece = (ConstantPiece | CountedExpression) & {
  /** The index of the span that contains the piece; absent for a piece outside of spans. */
  readonly span?: number;
};

interface ConstantPiece {
  readonly text: string;
}

export interface CountedExpression {
  /** The source of the expression. */
  readonly source: string;
  /** The values of the other names in the expression. They are the same in all frames. */
  readonly names: Readonly<Record<string, PlainValue>>;
  /** The location of the expression in the template, for problems. Absent in data for the compositor. */
  readonly place?: ExpressionPlace;
}

interface ExpressionPlace {
  readonly node: NodeId;
  readonly attribute?: string;
  /** The offset of the expression in the written value; null if the value does not contain it. */
  readonly at: number | null;
}

/** A value of an expression as plain data. A number is a decimal text. */
export type PlainValue =
  | string
  | boolean
  | { readonly number: string }
  | { readonly list: readonly PlainValue[] }
  | { readonly fields: readonly (readonly [name: string, value: PlainValue])[] };

/** The name of the moving number in the content of a text. */
export const COUNTED_NAME = 'value';

/** The default content of a text with a number. */
export const COUNTED_CONTENT = `\${= number(${COUNTED_NAME})}`;
