/** How a value goes from one key to the next: what part of the way lies behind it at which part of the time. */
export type Easing =
  | { readonly kind: 'linear' }
  | { readonly kind: 'bezier'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  | { readonly kind: 'steps'; readonly count: number }
  | { readonly kind: EasingCurve };

/** Curves that are formulas of their own. */
export type EasingCurve = 'back-in' | 'back-out' | 'back-in-out' | 'elastic-out' | 'bounce-out';
