/** The effect of a fix, which determines the label of its button. */
export type FixAction =
  | { readonly kind: 'change'; readonly to: string }
  | { readonly kind: 'add-attribute'; readonly name: string; readonly value: string }
  | { readonly kind: 'remove-attribute'; readonly name: string }
  | { readonly kind: 'make-variable'; readonly variable: string }
  | { readonly kind: 'add-default'; readonly variable: string; readonly value: string }
  | { readonly kind: 'close-element'; readonly name: string }
  | { readonly kind: 'remove-closing-tag'; readonly name: string };
