/** Made of the documents by `build/guide/`. */
declare module 'virtual:guide' {
  interface Section {
    readonly id: string;
    /** 1 to 3. */
    readonly level: number;
    readonly title: string;
    readonly html: string;
  }
  export const guide: readonly { readonly page: 'editor' | 'language'; readonly sections: readonly Section[] }[];
}
