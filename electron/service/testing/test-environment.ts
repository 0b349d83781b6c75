/**
 * Returns the environment for programs that tests start. They share a cache with FFmpeg's abilities, so that only the
 * first program of a run asks FFmpeg.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const folder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  return folder === undefined ? process.env : { ...process.env, SCENEWRIGHT_CACHE: folder };
}
