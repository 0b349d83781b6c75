declare const brand: unique symbol;

/** A nominal type. A plain `Base` is not assignable to it; only the function that checks a value adds the mark. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
