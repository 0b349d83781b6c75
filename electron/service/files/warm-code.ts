import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  constants as openModes,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { getHeapCodeStatistics } from 'node:v8';
import { constants, Script } from 'node:vm';
import { resetYoungGeneration } from './young-generation.ts';

/** The maximum number of stored versions of a bundle. Some users run several installations by turns. */
const MAX_VERSIONS = 4;
/** The growth of the compiled code in a run from which the run writes the code again. */
const GROWTH = 1.05;
/** The bytes of the number in front of the code: the size of the process's bytecode when the code was written. */
const NUMBER_BYTES = 8;
/** The bytes of the digest between the number and the code. */
const DIGEST_BYTES = 32;
const HEADER_BYTES = NUMBER_BYTES + DIGEST_BYTES;
const DIGEST_DIGITS = 32;
/** The maximum size of a file with code. Our largest bundle takes 3 MB. */
const MAX_BYTES = 64 * 2 ** 20;
/** The exit codes of ended commands from this one on. Their user waits for the exit, so their code is not stored. */
const EXIT_OF_SIGNALS = 128;
/** The modules of Node that take several milliseconds to load. Most commands don't use them. */
const LOADED_AT_FIRST_USE: ReadonlySet<string> = new Set([
  'node:dns/promises',
  'node:http',
  'node:https',
  'node:net',
  'node:sqlite',
]);

/**
 * Runs a bundle of CommonJS and returns its exports. Stores the functions that V8 compiled in a file of `folder` when
 * the process exits, and loads them from there at later starts: the compile cache of Node contains only functions that
 * are compiled before the first call, which are a few of them. Only the latest versions of the bundle are stored.
 * Works without the folder, and with a damaged file.
 * @param path The path of the bundle, whose text is ASCII or UTF-8.
 * @param folder A folder that only the user can change; null to store no code.
 */
export function runWarm(path: string, folder: string | null): unknown {
  const bytes = readFileSync(path);
  const name = basename(path);
  const stored = folder === null ? null : join(folder, `${name}.${hash('sha256', bytes).slice(0, DIGEST_DIGITS)}`);
  const code = stored === null ? null : readCode(stored);
  // A string of ASCII takes half of the memory.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  // The code was written as ES modules, which are strict.
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {'use strict';${text}\n})`, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(code !== null && { cachedData: code.data }),
  });
  const before = code === null || script.cachedDataRejected === true ? 0 : code.bytecodeBytes;
  if (stored !== null)
    process.once('exit', (exitCode) => {
      const hasGrown = getHeapCodeStatistics().bytecode_and_metadata_size > GROWTH * before;
      if (exitCode < EXIT_OF_SIGNALS && hasGrown) storeCode(script, stored, `${name}.`);
    });
  const module = { exports: {} };
  const run: (...values: readonly unknown[]) => void = script.runInThisContext();
  run(module.exports, requireLazily(path), module, path, dirname(path));
  return module.exports;
}

/** Returns the function `require` of a bundle at this path. */
function requireLazily(path: string): NodeJS.Require {
  const require = createRequire(path);
  const load = (id: string): unknown =>
    LOADED_AT_FIRST_USE.has(id) ? new Proxy({}, { get: (_, key) => Reflect.get(require(id), key) }) : require(id);
  return Object.assign(load, require);
}

interface StoredCode {
  readonly bytecodeBytes: number;
  readonly data: Uint8Array;
}

/**
 * Reads the code of earlier runs; null if there is none, if it is damaged, or if another user may have written it. V8
 * itself recognizes only code of another version: it would run foreign code, and would crash with damaged code.
 */
function readCode(stored: string): StoredCode | null {
  let file: number | null = null;
  try {
    // Opening a pipe would otherwise wait for a writer.
    file = openSync(stored, openModes.O_RDONLY | openModes.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_BYTES || !isOnlyOurs(stats)) return null;
    const bytes = readFileSync(file);
    const data = bytes.subarray(HEADER_BYTES);
    const isWhole = bytes.length > HEADER_BYTES && bytes.subarray(NUMBER_BYTES, HEADER_BYTES).equals(digestOf(data));
    return isWhole ? { bytecodeBytes: bytes.readDoubleLE(), data } : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** The permission bits with which the group or other users can write a file. */
const WRITABLE_BY_OTHERS = 0o022;

/** Returns whether only this user can have written a file. On Windows, the folder of the user protects it. */
function isOnlyOurs({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & WRITABLE_BY_OTHERS) === 0);
}

function digestOf(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/** Stores the code at this path, and removes the oldest files beside it whose names have this prefix. Takes 20 ms. */
function storeCode(script: Script, path: string, prefix: string): void {
  resetYoungGeneration();
  const size = Buffer.alloc(NUMBER_BYTES);
  size.writeDoubleLE(getHeapCodeStatistics().bytecode_and_metadata_size);
  const folder = dirname(path);
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const data = script.createCachedData();
    writeFileSync(unfinished, Buffer.concat([size, digestOf(data), data]), { mode: 0o600 });
    renameSync(unfinished, path);
    const stored = readdirSync(folder)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ file: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
      .sort((left, right) => right.time - left.time);
    for (const { file } of stored.slice(MAX_VERSIONS)) rmSync(file, { force: true });
  } catch {
    // Do without the code, which only saves time. On a full disk, each run would otherwise leave an unfinished file.
    removeQuietly(unfinished);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A later store removes the file.
  }
}
