/** Where a picture or a sound comes from: a file of the project by its name, or an address. */
export type MediaSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string };
