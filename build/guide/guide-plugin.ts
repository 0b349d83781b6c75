import path from 'node:path';
import type { Plugin } from 'vite';
import { docs, type GuidePage, guideDocuments, guidePages, readPage } from './guide-documents.ts';
import { PICTURE_MARK } from './read-guide.ts';

const MODULE = 'virtual:guide';
/** The prefix of ids that other Rollup plugins must ignore. */
const RESOLVED = '\0';

/**
 * A Vite plugin that builds the guide of the editor from the documents: `import { guide } from 'virtual:guide'`. The
 * text of each page in each language is a separate module, so that the editor loads only the pages that a user reads.
 */
export function guidePlugin(): Plugin {
  const texts = new Map(guidePages.map((page) => [moduleOf(page), page]));
  return {
    name: 'guide',
    resolveId: (id) => (id === MODULE || texts.has(id) ? `${RESOLVED}${id}` : null),
    load(id) {
      if (!id.startsWith(RESOLVED)) return null;
      const name = id.slice(RESOLVED.length);
      if (name === MODULE) return tableOfPages();
      const page = texts.get(name);
      if (page === undefined) return null;
      for (const { file } of guidePages.filter((each) => each.page === page.page))
        this.addWatchFile(path.join(docs, file));
      return textOf(page);
    },
  };
}

function moduleOf({ page, language }: GuidePage): string {
  return `${MODULE}/${page}-${language}`;
}

/** Returns the module with all pages. Each page has functions that load its text by language. */
function tableOfPages(): string {
  const pages = guideDocuments.map(({ page }) => {
    const texts = guidePages
      .filter((each) => each.page === page)
      .map((each) => `${each.language}: () => import(${JSON.stringify(moduleOf(each))})`);
    return `{ page: ${JSON.stringify(page)}, texts: { ${texts.join(', ')} } }`;
  });
  return `export const guide = [${pages.join(', ')}];\n`;
}

function textOf(page: GuidePage): string {
  const { sections, pictures } = readPage(page);
  const imports = pictures.map(
    (picture, at) => `import picture${at} from ${JSON.stringify(path.join(docs, picture))};`,
  );
  return `${imports.join('\n')}
const pictures = [${pictures.map((_, at) => `picture${at}`).join(', ')}];
export const sections = ${JSON.stringify(sections)}.map((section) => ({
  ...section,
  html: section.html.replace(/${PICTURE_MARK}(\\d+)/g, (_, at) => pictures[at]),
}));
`;
}
