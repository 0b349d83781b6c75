/** The pages of the guide, made by `build/guide/` from the documents. */
declare module 'virtual:guide' {
  interface Section {
    /** The anchor of its heading in English, in every language. */
    readonly id: string;
    /** 1 to 3. */
    readonly level: number;
    readonly title: string;
    readonly html: string;
  }
  /** Loads the text of a page. */
  type Fetch = () => Promise<{ readonly sections: readonly Section[] }>;
  interface Page {
    readonly page: 'editor' | 'language';
    readonly texts: { readonly en: Fetch; readonly de?: Fetch };
  }
  export const guide: readonly [Page, ...Page[]];
}
