/** The address of a file that is built beside the scripts. */
declare module '*?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: it is how Vite gives it
  export default url;
}

/** What Vite puts in place of a call. */
interface ImportMeta {
  /** Files by their paths; eager: what each exports by default, or with `?url` its address. */
  readonly glob: <Default>(
    pattern: string,
    options: { readonly query?: '?url'; readonly import: 'default'; readonly eager: true },
  ) => Readonly<Record<string, Default>>;
}
