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
  /** Returns the default exports of files by path, with `eager`; with `?url`, the URLs of the files. */
  readonly glob: <Default>(
    pattern: string,
    options: { readonly query?: '?url'; readonly import: 'default'; readonly eager: true },
  ) => Readonly<Record<string, Default>>;
}
