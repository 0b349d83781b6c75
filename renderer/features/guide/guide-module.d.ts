/** The pages of the guide. `build/guide/` generates them from the documents. */
declare module 'virtual:guide' {
  interface Section {
    /** The anchor of the section. In all languages, it is derived from the English heading. */
    readonly id: string;
    /** The level of the heading, from 1 to 3. */
    readonly level: number;
    readonly title: string;
    readonly html: string;
  }
  /** Loads the text of a page. */
  type Fetch = () => Promise<{ readonly sections: readonly Section[] }>;
  interface Page {
    readonly page: 'editor' | 'language' | 'tables';
    readonly texts: { readonly en: Fetch; readonly de?: Fetch };
  }
  export const guide: readonly [Page, ...Page[]];
}
