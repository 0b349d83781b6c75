/** The address of a file that is built beside the scripts. */
declare module '*?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports it as default
  export default url;
}

/** The functions that Vite replaces at build time. */
interface ImportMeta {
  /** Returns files by their paths: with `eager`, their default export, or their address with `?url`. */
  readonly glob: <Default>(
    pattern: string,
    options: { readonly query?: '?url'; readonly import: 'default'; readonly eager: true },
  ) => Readonly<Record<string, Default>>;
}
