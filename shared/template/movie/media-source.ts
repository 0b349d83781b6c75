/** Where a picture or a sound comes from: a file of the project by its name, or an address. */
export type MediaSource = (
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string }
) & {
  /** The fields of an interlaced picture stay; absent where they become one picture. */
  readonly fields?: 'keep';
};

/** An address for people: its query may be a signature or a key. */
export function sourceForPeople(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url.replace(/[?#].*$/s, '');
}
