declare const brand: unique symbol;

/**
 * A nominal type. A plain `Base` is not assignable to it. Only the functions that check a value may return this type.
 */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
