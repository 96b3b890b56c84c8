/** A file that was written for a task, as a result tells it. */
export interface TaskFile {
  /** Absolute path on this machine. */
  file: string;
  /** `adapter-files://<task>/<name>`, to be read with resources/read. */
  resource_uri: string;
  sha256: string;
  bytes: number;
}

/** Files below `files/<task>/` of the state folder: names made by us, a cap on each, the oldest evicted. */
export interface TaskFiles {
  /**
   * @throws ToolError `file_too_large`, `output_full`
   */
  write(
    principal: string,
    task: string,
    kind: 'screenshot' | 'list',
    extension: 'png' | 'jpeg' | 'json',
    bytes: Uint8Array,
  ): Promise<TaskFile>;
  /** The bytes of a file of this principal; null when there is none. */
  read(principal: string, task: string, name: string): Promise<{ bytes: Uint8Array; mimeType: string } | null>;
}
