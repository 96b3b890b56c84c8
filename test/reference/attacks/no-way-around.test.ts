import { expect, test } from 'vitest';
import { bypassOffers } from '../../../src/checks/design/offers.ts';
import { REFERENCE_SCHEMA } from '../../../src/config/reference-schema.ts';
import { declaration } from '../../../src/model/tool.ts';
import { TARGET_MAP_SCHEMA } from '../../../src/reference/targets/target-map-schema.ts';
import { walk } from '../../../src/schema/walk.ts';
import { writeStage } from '../tools/write-stage.ts';

const stage = writeStage({ targets: 'format: mcp-adapter/targets@1\npages: [{ path: /** }]' });

/** What no name of a tool, argument, result or setting is about. */
const WAYS_AROUND =
  /captcha|challenge|turnstile|solver|stealth|undetect|evasion|fingerprint|user.?agent|\bua\b|webdriver|webgl|canvas|spoof|fake|random|rotat|bulk|mass|sign.?up|regist|otp|sms|evaluate|script|inject|raw|request.?body|cookie.?jar/i;

test('no tool offers a way around the checks of a platform, by the rule for adapters and by every name in its schemas', () => {
  const { tools } = stage.reference.adapter;
  expect(tools).toHaveLength(13);
  for (const [index, { name, declaration: declared }] of tools.entries()) {
    expect([...bypassOffers(declaration(declared, index))]).toEqual([]);
    const names = [declared.inputSchema, declared.outputSchema].flatMap((schema) => walk(schema).map(({ property }) => property ?? ''));
    expect([name, ...names].filter((each) => WAYS_AROUND.test(each))).toEqual([]);
  }
});

test('no key of the configuration or of a target map is about one', () => {
  for (const schema of [REFERENCE_SCHEMA, TARGET_MAP_SCHEMA]) {
    const keys = walk(schema).flatMap(({ property }) => (property === null ? [] : [property]));
    expect(keys.length).toBeGreaterThan(15);
    expect(keys.filter((each) => WAYS_AROUND.test(each))).toEqual([]);
    // Keys that are free are names of regions, accounts, headers and targets only, and nothing else can be added.
    for (const { at, schema: each } of walk(schema))
      if (each.type === 'object') expect([at, each.additionalProperties ?? 'open']).not.toEqual([at, 'open']);
  }
});

test('a header of a provider cannot become one of the pages: the browser says of itself what it is', async () => {
  const { page } = await stage.open('/agent', '<p>x</p>');
  expect(await page().evaluate('navigator.webdriver')).toBe(true);
  expect(await page().evaluate('navigator.userAgent')).toMatch(/HeadlessChrome/);
});
