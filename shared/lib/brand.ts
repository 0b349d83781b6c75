declare const brand: unique symbol;

/** A base type with a mark. A plain `Base` is not assignable to it. The function that checks a value adds the mark. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
