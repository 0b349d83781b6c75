/**
 * Returns the environment for the programs of tests. The programs share a cache with FFmpeg's abilities, so only the
 * first program of a run asks FFmpeg for them.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const folder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  return folder === undefined ? process.env : { ...process.env, SCENEWRIGHT_CACHE: folder };
}
