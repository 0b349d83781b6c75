/** A folder for parts, and the settings of its cache. */
export interface Workshop {
  /**
   * An absolute path. The folder is created if it does not exist. It also contains the scratch folders, so that linking
   * a finished part into the cache stays on one disk.
   */
  readonly folder: string;
  /** Whether parts are cached. Without a cache, every part is made again and removed at the end. */
  readonly isCacheOn: boolean;
  /** The maximum size of the cached parts. The least recently used are removed first. */
  readonly limitBytes: number;
}
