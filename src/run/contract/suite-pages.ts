/** The pages of suites, served while the run lasts. */
export class SuitePages {
  readonly #served = new Map<string, Promise<{ url: string; close(): Promise<void> }>>();

  /** The URL of the pages in a folder. */
  async url(folder: string): Promise<string> {
    const serving = this.#served.get(folder) ?? import('../../suite/serve-site.ts').then(({ serveSite }) => serveSite(folder));
    this.#served.set(folder, serving);
    return (await serving).url;
  }

  async close(): Promise<void> {
    for (const serving of this.#served.values()) await (await serving).close();
    this.#served.clear();
  }
}
