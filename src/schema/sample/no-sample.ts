/** Why no value can be made for a schema: words that go on after `its input schema could not be met: `. */
export class NoSample extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NoSample';
  }
}

/** Where, for people: `at /filter/count`. */
export function describeMissing(at: string): string {
  return at ? `at ${at}` : 'at its root';
}
