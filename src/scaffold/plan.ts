/** A file that is to be made. */
export interface PlannedFile {
  /** Relative to the folder of the plan, with slashes. */
  path: string;
  text: string;
}

/** A file that is to be changed. Nothing is changed when it no longer reads `before`. */
export interface PlannedEdit {
  path: string;
  before: string;
  after: string;
}

/** Everything that one `init` writes: it happens whole, or not at all. */
export interface Plan {
  /** Absolute. */
  folder: string;
  files: readonly PlannedFile[];
  edits: readonly PlannedEdit[];
}
