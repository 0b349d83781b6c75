import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { PICTURE_MARK, readGuide } from './read-guide.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const MODULE = 'virtual:guide';
/** What Rollup takes for no file. */
const RESOLVED = `\0${MODULE}`;

/** The documents that the editor shows, in the order of its pages. */
export const guideDocuments = [
  { file: 'users-guide.md', page: 'editor' },
  { file: 'template-language.md', page: 'language' },
] as const;

/** Gives the editor its guide, made of the documents: `import { guide } from 'virtual:guide'`. */
export function guidePlugin(): Plugin {
  const pages = new Map<string, string>(guideDocuments.map(({ file, page }) => [file, page]));
  return {
    name: 'guide',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      const imports: string[] = [];
      const written = guideDocuments.map(({ file, page }) => {
        const from = path.join(docs, file);
        this.addWatchFile(from);
        const { sections, pictures } = readGuide(readFileSync(from, 'utf8'), page, pages);
        const names = pictures.map((picture) => {
          const name = `picture${imports.length}`;
          imports.push(`import ${name} from ${JSON.stringify(path.join(docs, picture))};`);
          return name;
        });
        return `{ page: ${JSON.stringify(page)}, sections: withPictures(${JSON.stringify(sections)}, [${names.join(', ')}]) }`;
      });
      return `${imports.join('\n')}
const withPictures = (sections, pictures) => sections.map((section) => ({
  ...section,
  html: section.html.replace(/${PICTURE_MARK}(\\d+)/g, (_, at) => pictures[at]),
}));
export const guide = [${written.join(', ')}];
`;
    },
  };
}
