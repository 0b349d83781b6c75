declare const brand: unique symbol;

/** A base type that remembers where it was checked: a plain `Base` is not assignable to it. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
