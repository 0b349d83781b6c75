import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ContractModel, readContract } from './contract-model.ts';
import { pythonCalls, pythonShapes } from './python.ts';
import { typescriptCalls, typescriptTypes } from './typescript.ts';

/** A generated file of a client. `file` is relative to the checkout. */
export interface ClientFile {
  readonly file: string;
  readonly text: string;
}

/** Returns the generated files of both clients. The same contract gives the same bytes. */
export async function clientFiles(root: string): Promise<readonly ClientFile[]> {
  const model = await readContract(root);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return filesOf(model, version);
}

/** Writes the generated files of both clients. */
export async function writeClientFiles(root: string): Promise<void> {
  for (const { file, text } of await clientFiles(root)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}

function filesOf(model: ContractModel, version: string): readonly ClientFile[] {
  return [
    { file: 'packages/client/src/generated/calls.ts', text: typescriptCalls(model, version) },
    { file: 'packages/client/src/generated/types.ts', text: typescriptTypes(model) },
    { file: 'packages/python/scenewright/_calls.py', text: pythonCalls(model, version) },
    { file: 'packages/python/scenewright/_shapes.py', text: pythonShapes(model) },
  ];
}
