import { z } from 'zod';

/** Parts of paths, by the name they have in every path. Names are checked further by their resource. */
const segment = z.string().min(1).max(1024);

export const projectPath = z.object({ project: segment });
export const assetPath = projectPath.extend({ name: segment });
export const uploadPath = projectPath.extend({ upload: segment });
export const moviePath = projectPath.extend({ movie: segment });
export const regionPath = z.object({ region: segment, project: segment });
export const templatePath = regionPath.extend({ name: segment });
export const noPath = z.object({});

export const noQuery = z.object({});
/** Query values arrive as text. */
export const wholeNumber = z.coerce.number().int();
