import type { MediaPort } from '../decode/media-port.ts';
import { type AddedFonts, createAddedFonts } from './added-fonts.ts';
import { type ComposeEngine, createComposeEngine } from './compose-engine.ts';
import { createStaticSources, type StaticSources } from './still-sources.ts';

/** The compositing worker of a project, with the files that it draws from. */
export interface ProjectEngine {
  readonly worker: ComposeEngine;
  readonly stills: StaticSources;
  readonly added: AddedFonts;
  readonly dispose: () => void;
}

/** @param onChange Called when a file or a font was loaded, or could not be loaded. */
export function createProjectEngine(port: MediaPort, onChange: () => void): ProjectEngine {
  const worker = createComposeEngine();
  const stills = createStaticSources(port, worker, onChange);
  const added = createAddedFonts(port, worker, onChange);
  return {
    ...{ worker, stills, added },
    dispose() {
      for (const part of [stills, added, worker]) part.dispose();
    },
  };
}
