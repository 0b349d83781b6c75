/** The URL of a file that the build emits beside the scripts. */
declare module '*?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports it as default
  export default url;
}

/** The URL of a module that the build bundles separately, such as for the audio thread. */
declare module '*?worker&url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports it as default
  export default url;
}

/** The functions that Vite replaces at build time. */
interface ImportMeta {
  /** Returns files by their paths: with `eager`, their default exports, or their URLs with `?url`. */
  readonly glob: <Default>(
    pattern: string,
    options: { readonly query?: '?url'; readonly import: 'default'; readonly eager: true },
  ) => Readonly<Record<string, Default>>;
}
