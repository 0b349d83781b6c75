/** A template that was saved, and whose media is on its way. */
export interface OnItsWay {
  readonly project: string;
  readonly template: string;
  readonly names: readonly string[];
}
