/**
 * Matches comments. The lookbehind excludes most slashes in strings and regular expressions, which follow other
 * characters.
 */
const COMMENT = /(?<=^|[\s({[,;])(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/g;
const WORD = /[A-Za-z_$][\w$]*/g;
const EXPORT = /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
/** Matches literals that consist of one name, such as attribute names. The words of import paths do not count. */
const LITERAL = /(['"`])([A-Za-z_$][\w$]*)\1/g;
/** Matches the files of tests. A word in their literals is often no name of the product. */
const TEST = /\.(?:test|spec|property|arbitrary)\.tsx?$|(?:^|\/)(?:testing|e2e)\//;
/** Matches a single name in backquotes, and the target of a link. */
const MENTION = /`(\$*[A-Za-z_][\w$]*)`|\{@link\s+([\w.#$]+)/g;

/** Names of other programs and of standards, to which comments refer. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set([
  // FFmpeg
  ...['av_channel_layout_default', 'auto_matrix', 'get_rotation', 'gray12', 'libdav1d', 'p010le', 'rgb48be'],
  ...['sane_layout', 'smptebars', 't0'],
  // Skia
  ...['SkSVGDOM', 'breakShapedTextIntoLines'],
  // MPEG-4, H.264, HEIF, OpenType, ICC, and XML
  ...[
    'Char',
    'fsSelection',
    'ignore_transformations',
    'aac_frame_length',
    'first_mb_in_slice',
    'lengthSizeMinusOne',
    'maxComponentDepth',
    's15Fixed16Number',
  ],
  // Browsers, React, ioredis, HTTP, and systems
  ...[
    'FileSystemFileHandle',
    'FileSystemHandle',
    'HTMLMediaElement',
    'constructor',
    'dragenter',
    'dragleave',
    'dragover',
    'readyHandler',
    'Location',
    'RLIMIT_DATA',
    'Vary',
    'useDeferredValue',
    'rebeccapurple',
  ],
  ...['dash', 'lingering_close', 'sqlite3', 'whsec_'],
]);

/**
 * Returns the names in comments that the code does not contain, usually because a rename has missed the comment. A
 * name with a capital or an underscore must occur in the code of any file. A plain word must occur in the code of its
 * own file, as an exported name, or as a whole literal outside of tests. The target of a link must occur in its own file.
 * @param sources The sources by file.
 */
export function unknownNames(sources: ReadonlyMap<string, string>): readonly string[] {
  const files = [...sources].map(([file, source]) => ({ file, source, code: source.replace(COMMENT, '') }));
  const names = new Set(FOREIGN_NAMES);
  for (const { file, code } of files) {
    for (const [word] of code.matchAll(WORD)) if (/[a-z$][A-Z]|_|^[A-Z]/.test(word)) names.add(word);
    for (const [, name = ''] of code.matchAll(EXPORT)) names.add(name);
    if (!TEST.test(file)) for (const [, , name = ''] of code.matchAll(LITERAL)) names.add(name);
  }
  return files.flatMap(({ file, source, code }) => {
    const mentions = [...source.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
      [...comment.matchAll(MENTION)].map(({ 1: name, 2: target, index: at }) => ({ name, target, at: index + at })),
    );
    return mentions
      .filter(({ name, target = '' }) =>
        name === undefined
          ? !target.split(/[.#]/).every((part) => hasWord(code, part))
          : !names.has(name) && !hasWord(code, name),
      )
      .map(({ name, target, at }) => `${file}:${source.slice(0, at).split('\n').length} ${name ?? target}`);
  });
}

function hasWord(code: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${word.replace(/\$/g, String.raw`\$&`)}(?![\\w$])`).test(code);
}
