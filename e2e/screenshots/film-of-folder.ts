import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Project } from '../fixtures/project.ts';

const effects = [
  '<filter type="saturation" intensity="${mood, 1.2}"/>',
  '<filter type="vignette" color="${tint, \'#14091f\'}" aperture="0.8"/>',
  '<filter type="saturation" intensity="0.5"/><filter type="vignette" color="#10202e" aperture="1"/>',
  '<transform type="flip" axis="x"/>',
] as const;

/** Adds the videos in a folder to a project, and creates a template with a variable for each. */
export async function filmOfFolder(project: Project, folder: string, template: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:mp4|webm|mov)$/i.test(name)).toSorted();
  if (names.length === 0) throw new Error(`${folder} has no videos`);
  for (const name of names) await project.putAsset(name, path.join(folder, name));
  const scenes = Array.from({ length: Math.max(6, names.length) }, (_, index) => {
    const name = names[index % names.length] ?? '';
    const source = index === 0 ? `\${opening, ${name}}` : name;
    return `  <scene duration="${50 + 15 * (index % 4)}" name="Scene ${index + 1}">
    <video src="${source}" fit="cover">
      ${effects[index % effects.length]}
    </video>
  </scene>`;
  });
  await project.putTemplate(
    template,
    `<?xml version="1.0" encoding="UTF-8"?>\n<movie width="1280" height="720" framerate="30">\n${scenes.join('\n')}\n</movie>\n`,
  );
}
