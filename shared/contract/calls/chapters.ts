/** The chapters of the interface description with their summaries, in the order of the calls. */
export const chapters = {
  Projects: 'Projects with their templates, movies, assets, and renders.',
  Bundles: 'Export a project as one file, and import it again.',
  Designs: 'Ready-made templates with data sets and files, to start a film from.',
  Assets: 'The media files of a project: videos, images, sounds, fonts, and captions.',
  Brand: 'The colors, fonts, logos, music, and motion of a project, which its templates use.',
  Uploads: 'Upload large assets in chunks, in any order; a chunk can be sent again.',
  Movies: 'Saved templates that you render by name with values for their variables.',
  Templates: 'The XML that the editor works on, with revisions and editing records.',
  Media: 'Thumbnails, waveforms, proxies, and technical data of sources, for an editor.',
  Rendering: 'Render a film, follow its progress, and download it.',
  Links: 'Films that are rendered when someone opens their address.',
  Batches: 'Render films from many rows of values.',
  Tables: 'Read tables from files, and watch live tables: when a row changes, the service renders its film again.',
  Fonts: 'Optional fonts to download: Chinese, Japanese, and Korean.',
  Agents: 'Connect assistants over the Model Context Protocol (MCP): their settings, keys, and calls.',
  Farm: 'Render on many machines: the workers of this service, its settings, and metrics for monitoring.',
  Publishing: 'Numbered snapshots of projects that later edits do not change.',
  Service: 'The service itself: health, events, storage, and the description of this interface.',
} as const;

export type Chapter = keyof typeof chapters;
