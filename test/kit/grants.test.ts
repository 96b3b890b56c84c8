import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addGrant, type GrantRequest, listGrants, revokeGrant } from '../../src/kit/grants.ts';
import { type GrantFileOptions, grantFiles } from '../../src/kit/stores/grant-files.ts';
import type { Grant, GrantAnswer, GrantWish } from '../../src/kit/stores/grant-store.ts';
import { newState } from './harness.ts';
import { startProcesses } from './store-processes.ts';

const REQUEST: GrantRequest = { task: 't-91', tools: ['click', 'submit'], by: 'a person' };
const WISH: GrantWish = { principal: 'local', task: 't-91', tool: 'click', key: 'a'.repeat(64) };
const MINUTE = 60_000;

const wish = (over: Partial<GrantWish>): GrantWish => ({ ...WISH, ...over });
const fileOf = (state: string, { id }: Grant) => join(state, 'grants', `${id}.json`);
const usesIn = (state: string, { id }: Grant) => readdirSync(join(state, 'grants', `${id}.uses`)).sort();

function rewrite(state: string, grant: Grant, over: object): void {
  writeFileSync(fileOf(state, grant), JSON.stringify({ ...grant, ...over }));
}

/** Why there is no grant; fails when there is one. */
function why(answer: GrantAnswer): string {
  if (answer.grant) throw new Error(`the grant ${answer.grant.id} covers it`);
  return answer.why;
}

/** A state folder with one grant, and its store on clocks that the test sets. */
async function withGrant(over: Partial<GrantRequest> = {}, options: GrantFileOptions = {}) {
  const state = newState();
  const start = Date.parse('2026-11-30T10:00:00.000Z');
  const time = { now: start, up: 1_000 };
  const grant = await addGrant(state, { ...REQUEST, now: start, ...over });
  const store = grantFiles(state, { now: () => time.now, monotonic: () => time.up, ...options });
  const pass = (ms: number) => {
    time.now += ms;
    time.up += ms;
  };
  return { state, grant, store, time, pass };
}

describe('a grant covers', () => {
  test('its tools in its task, for its principal', async () => {
    const { grant, store } = await withGrant();
    for (const tool of ['click', 'submit']) expect(await store.find(wish({ tool }))).toEqual({ grant });
  });

  test.each([
    ['another tool', { tool: 'delete' }],
    ['a tool whose name begins like its own', { tool: 'click2' }],
    ['another task', { task: 't-92' }],
    ['no task', { task: '' }],
    ['another principal', { principal: 'user-7' }],
  ])('not %s', async (_name, over) => {
    const { grant, store } = await withGrant();
    expect(why(await store.find(wish(over)))).toMatch(/grant/);
    // Not even for one that has got hold of it.
    expect((await store.use(grant, wish(over))).grant).toBeNull();
    expect((await store.confirm(grant, wish(over))).grant).toBeNull();
  });

  test('one principal of a token, and no other', async () => {
    const { store } = await withGrant({ principal: 'user-7' });
    expect((await store.find(wish({ principal: 'user-7' }))).grant).not.toBeNull();
    // Whether somebody else has one is nobody's business.
    expect(why(await store.find(WISH))).toMatch(/^no grant allows click/);
  });

  test('and what is told of is the own one, even when somebody else has a newer one', async () => {
    const { state, grant, store, time, pass } = await withGrant();
    await addGrant(state, { ...REQUEST, principal: 'user-7', now: time.now + MINUTE });
    pass(15 * MINUTE);
    expect(why(await store.find(WISH))).toContain(`the grant ${grant.id} for click in task "t-91" expired`);
  });
});

describe('a grant for origins', () => {
  const limited = { origins: ['https://Shop.example:443/', 'http://127.0.0.1:4173'] };

  test.each(['https://shop.example', 'https://SHOP.example/orders?id=1', 'http://127.0.0.1:4173/form'])('covers %s', async (origin) => {
    const { grant, store } = await withGrant(limited);
    expect(await store.confirm(grant, wish({ origin }))).toEqual({ grant });
    expect(await store.find(wish({ origin }))).toEqual({ grant });
  });

  test.each([
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://shop.example@evil.example',
    'http://127.0.0.1:41730',
    'http://localhost:4173',
    'shop.example',
    'null',
    '',
    'data:text/html,https://shop.example',
    'blob:https://shop.example/1',
  ])('does not cover %j', async (origin) => {
    const { grant, store } = await withGrant(limited);
    expect(why(await store.confirm(grant, wish({ origin })))).toContain('is limited to "https://shop.example" and "http://127.0.0.1:4173"');
    expect((await store.find(wish({ origin }))).grant).toBeNull();
  });

  test('waits for an origin that is not known yet, until right before the effect', async () => {
    const { grant, store } = await withGrant(limited);
    expect((await store.find(wish({ origin: null }))).grant).toEqual(grant);
    expect((await store.use(grant, wish({ origin: null }))).grant).toEqual(grant);
    expect(why(await store.confirm(grant, wish({ origin: null })))).toContain('does not say on which origin it acts');
  });

  test('covers no tool that names no origin; a grant for any origin does', async () => {
    const { store } = await withGrant(limited);
    expect(why(await store.find(WISH))).toContain('names no origin');
    const any = await withGrant();
    for (const origin of ['https://elsewhere.example', null]) expect((await any.store.find(wish({ origin }))).grant).toEqual(any.grant);
  });
});

describe('the uses of a grant', () => {
  test('are as many as it says, whatever 24 processes try', async () => {
    const { state, grant } = await withGrant({ maxCalls: 5, now: Date.now() });
    const processes = await startProcesses(24);
    const answers = await Promise.all(
      processes.map((each, n) => each.ask({ do: 'use', state, grant, wish: wish({ key: `key ${n}` }) }) as Promise<GrantAnswer>),
    );
    expect(answers.filter((answer) => answer.grant)).toHaveLength(5);
    expect(usesIn(state, grant)).toEqual(['1.json', '2.json', '3.json', '4.json', '5.json']);
    expect(why(answers.find((answer) => !answer.grant) ?? { grant })).toContain('is used up: it allowed 5 calls');
  });

  test('are one for one key, in 24 processes, in one process at once, and after it is used up', async () => {
    const { state, grant } = await withGrant({ maxCalls: 2, now: Date.now() });
    const processes = await startProcesses(24);
    const answers = await Promise.all(processes.map((each) => each.ask({ do: 'use', state, grant, wish: WISH }) as Promise<GrantAnswer>));
    expect(answers.filter((answer) => answer.grant)).toHaveLength(24);
    expect(usesIn(state, grant)).toHaveLength(1);
    const store = grantFiles(state);
    await Promise.all(Array.from({ length: 20 }, () => store.use(grant, WISH)));
    expect(usesIn(state, grant)).toHaveLength(1);
    await store.use(grant, wish({ key: 'another' }));
    expect((await store.use(grant, WISH)).grant).toEqual(grant);
    expect((await store.find(WISH)).grant).toEqual(grant);
    expect(why(await store.use(grant, wish({ key: 'a third' })))).toContain('is used up');
    expect(why(await store.find(wish({ key: 'a third' })))).toContain('is used up');
  });

  test('are counted anew by a process that has seen others', async () => {
    const { state, grant, store } = await withGrant({ maxCalls: 2 });
    await store.use(grant, WISH);
    // Given up by one and taken by another, between two looks of this process.
    const file = join(state, 'grants', `${grant.id}.uses`, '1.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(WISH.key, 'another'));
    expect((await store.use(grant, WISH)).grant).toEqual(grant);
    expect(usesIn(state, grant)).toHaveLength(2);
  });

  test('stay taken when their file is damaged', async () => {
    const { state, grant, store } = await withGrant({ maxCalls: 1 });
    mkdirSync(join(state, 'grants', `${grant.id}.uses`));
    writeFileSync(join(state, 'grants', `${grant.id}.uses`, '1.json'), '');
    expect((await store.use(grant, WISH)).grant).toBeNull();
    expect((await store.find(WISH)).grant).toBeNull();
  });

  test('reject with the error of the disk when they cannot be written', async () => {
    const { state, grant, store } = await withGrant();
    writeFileSync(join(state, 'grants', `${grant.id}.uses`), 'no folder');
    await expect(store.use(grant, WISH)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(why(await store.find(WISH))).toContain('cannot be read');
  });

  test('of several grants are taken from the one that ends first, as long as it has some, and a repeated call stays with its grant', async () => {
    const { state, grant: later, store, time } = await withGrant({ maxCalls: 1 });
    const sooner = await addGrant(state, { ...REQUEST, ttlMs: 5 * MINUTE, maxCalls: 1, now: time.now });
    expect((await store.find(WISH)).grant).toEqual(sooner);
    await store.use(sooner, WISH);
    expect((await store.find(wish({ key: 'another' }))).grant).toEqual(later);
    await store.use(later, wish({ key: 'another' }));
    const soonest = await addGrant(state, { ...REQUEST, ttlMs: MINUTE, now: time.now });
    expect((await store.find(wish({ key: 'another' }))).grant).toEqual(later);
    expect((await store.find(wish({ key: 'a third' }))).grant).toEqual(soonest);
  });
});

describe('a grant ends', () => {
  test('at its very millisecond: 10,000 looks around it', async () => {
    const { grant, store, time } = await withGrant();
    const end = Date.parse(grant.expires_at);
    let [before, after] = [0, 0];
    for (let look = 0; look < 10_000; look++) {
      const now = end - 5_000 + look;
      time.up += now - time.now;
      time.now = now;
      const { grant: found } = await (look % 2 ? store.confirm(grant, WISH) : store.find(WISH));
      if (found) now < end ? before++ : after++;
    }
    expect([before, after]).toEqual([5_000, 0]);
  });

  test('and is not revived by a clock that is set back', async () => {
    const { grant, store, time, pass } = await withGrant();
    await store.find(WISH);
    pass(14 * MINUTE);
    // By the wall it has five minutes left, but fourteen have passed.
    time.now -= 4 * MINUTE;
    expect((await store.find(WISH)).grant).toEqual(grant);
    pass(MINUTE);
    for (const answer of [await store.find(WISH), await store.use(grant, WISH), await store.confirm(grant, WISH)])
      expect(why(answer)).toContain('expired at 2026-11-30T10:15:00.000Z');
  });

  test('at the earliest end that any look has found, when a clock goes back and forth', async () => {
    const { grant, store, time, pass } = await withGrant();
    pass(5 * MINUTE);
    time.now -= 4 * MINUTE;
    await store.find(WISH);
    time.now += 4 * MINUTE;
    await store.find(WISH);
    time.now -= 4 * MINUTE;
    pass(10 * MINUTE - 1);
    expect((await store.confirm(grant, WISH)).grant).toEqual(grant);
    pass(1);
    expect((await store.confirm(grant, WISH)).grant).toBeNull();
  });

  test('for good, once it was found to', async () => {
    const { store, time, pass } = await withGrant();
    await store.find(WISH);
    pass(15 * MINUTE);
    expect((await store.find(WISH)).grant).toBeNull();
    time.now -= 10 * MINUTE;
    expect((await store.find(WISH)).grant).toBeNull();
  });

  test.each([
    [4_000, true],
    [6_000, false],
  ])('or has not begun: made %d ms ahead of our clock it counts: %s', async (ahead, counts) => {
    const { grant, store, time } = await withGrant();
    time.now -= ahead;
    const answer = await store.confirm(grant, WISH);
    expect(answer.grant !== null).toBe(counts);
    if (!counts) expect(why(answer)).toContain('the clock of this machine seems to have been set back');
  });

  test('when it is revoked, between find and use or between use and effect, and no revocation is lost', async () => {
    const { state, grant, store } = await withGrant();
    const found = await store.find(WISH);
    expect(found.grant).toEqual(grant);
    const used = await store.use(grant, WISH);
    expect(used.grant).toEqual(grant);
    await revokeGrant(state, grant.id);
    for (const answer of [await store.confirm(grant, WISH), await store.use(grant, wish({ key: 'b' })), await store.find(WISH)])
      expect(why(answer)).toContain('was revoked at 20');
    expect(usesIn(state, grant)).toHaveLength(1);
  });

  test('when its file is gone or damaged', async () => {
    const { state, grant, store } = await withGrant();
    writeFileSync(fileOf(state, grant), '{"format": "mcp-adapter/grant@1"');
    expect(why(await store.confirm(grant, WISH))).toContain('does not count, because its file is damaged');
    unlinkSync(fileOf(state, grant));
    expect(why(await store.confirm(grant, WISH))).toContain('is gone');
    expect(why(await store.find(WISH))).toMatch(/^no grant allows click in task "t-91"; /);
  });
});

describe('a file among the grants that counts for nothing', () => {
  test.each([
    ['an empty one', ''],
    ['half a grant', '{"format": "mcp-adapter/grant@1", "id": "g-1"'],
    ['a newer format', { format: 'mcp-adapter/grant@2' }],
    ['a foreign format', { format: undefined }],
    ['one that lasts a year', { expires_at: '2027-11-30T10:00:00.000Z' }],
    ['one without an end', { expires_at: 'never' }],
    ['one for a million calls', { max_calls: 1_000_000 }],
    ['one for half a call', { max_calls: 0.5 }],
    ['one for no tools', { tools: [] }],
    ['tools as one text', { tools: 'click' }],
    ['one whose origins are no texts', { origins: [null] }],
    ['one without origins', { origins: undefined }],
    ['one that does not say whether it is revoked', { revoked_at: undefined }],
    ['the grant of another name', { id: 'g-2' }],
    ['one of more than 64 KiB', { by: 'x'.repeat(65_536) }],
  ])('%s is told of once, named, and stays', async (_name, over) => {
    const told: string[] = [];
    const { state, grant, store } = await withGrant({}, { ignored: (file, reason) => told.push(`${file}: ${reason}`) });
    const text = typeof over === 'string' ? over : JSON.stringify({ ...grant, ...over });
    writeFileSync(fileOf(state, grant), text);
    // What a file holds is for the log, never for the caller.
    expect(why(await store.find(WISH))).not.toMatch(/grants\/|json|JSON/);
    await store.find(WISH);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(fileOf(state, grant));
    expect((await store.use(grant, WISH)).grant).toBeNull();
    expect((await store.confirm(grant, WISH)).grant).toBeNull();
    expect(readFileSync(fileOf(state, grant), 'utf8')).toBe(text);
    expect(await listGrants(state)).toMatchObject([{ status: 'damaged', file: fileOf(state, grant) }]);
  });

  test('does not keep a good one from counting', async () => {
    const { state, grant, store } = await withGrant();
    writeFileSync(join(state, 'grants', 'g-1.json'), '{');
    symlinkSync('/dev/zero', join(state, 'grants', 'g-2.json'));
    mkdirSync(join(state, 'grants', 'g-3.json'));
    writeFileSync(join(state, 'grants', 'README'), 'hello');
    expect(await store.find(WISH)).toEqual({ grant });
  });

  test('an origin that is none limits a grant to nothing, not to everything', async () => {
    const { state, grant, store } = await withGrant();
    rewrite(state, grant, { origins: ['shop.example', 'null', '*'] });
    for (const origin of ['https://shop.example', 'null', '*']) expect((await store.find(wish({ origin }))).grant).toBeNull();
  });

  test('of thousands, the newest thousand are looked at', async () => {
    const { state, grant, store } = await withGrant();
    for (let n = 0; n < 1_200; n++) {
      const file = join(state, 'grants', `g-${n}.json`);
      writeFileSync(file, '{');
      utimesSync(file, new Date(), new Date(n < 900 ? 0 : Date.now() + 60_000));
    }
    expect(await store.find(WISH)).toEqual({ grant });
    utimesSync(fileOf(state, grant), new Date(), new Date(-1_000));
    expect((await store.find(WISH)).grant).toBeNull();
  });

  test('a folder that is none says so, and one that is missing holds no grants', async () => {
    const state = newState();
    expect(why(await grantFiles(state).find(WISH))).toMatch(/^no grant allows click in task "t-91"; a person can allow it with: /);
    writeFileSync(join(state, 'grants'), '');
    expect(why(await grantFiles(state).find(WISH))).toMatch(/the grants cannot be read; a person/);
    rmSync(join(state, 'grants'));
  });
});

describe('a refusal names the command that helps', () => {
  const command = async (over: Partial<GrantWish>) =>
    why(await grantFiles(newState()).find(wish(over)))
      .split('; ')
      .at(-1);

  test.each<[string, Partial<GrantWish>, string]>([
    ['as it is', {}, 'mcp-adapter grant add --task t-91 --tools click'],
    ['with the principal', { principal: 'user-7' }, 'mcp-adapter grant add --task t-91 --tools click --principal user-7'],
    [
      'with the origin',
      { origin: 'https://shop.example/a?b' },
      'mcp-adapter grant add --task t-91 --tools click --origins https://shop.example',
    ],
    ['safe in a shell', { task: 'it\'s $(reboot) `x` "y"' }, `mcp-adapter grant add --task 'it'\\''s $(reboot) \`x\` "y"' --tools click`],
    ['with a task that looks like an option', { task: '--help' }, 'mcp-adapter grant add --task=--help --tools click'],
  ])('%s', async (_name, over, expected) => {
    expect(await command(over)).toBe(`a person can allow it with: ${expected}`);
  });

  test.each([
    ['a line break', 'a\nb'],
    ['a bidi override', 'a\u202eb'],
    ['an escape', 'a\u001b[2Jb'],
    ['too many characters', 'x'.repeat(201)],
  ])('but none for a task with %s, which nobody could copy, nor shows it raw', async (_name, task) => {
    const said = await command({ task });
    expect(said).toBe('no grant can be made for it: use a task_id of at most 200 printable characters');
    const whole = why(await grantFiles(newState()).find(wish({ task })));
    expect(whole).not.toMatch(/[\n\u001b\u202e]/);
    expect(whole.length).toBeLessThan(400);
    await expect(addGrant(newState(), { ...REQUEST, task })).rejects.toThrow('is out of bounds');
  });

  test('and asks for a task_id where there is none', async () => {
    expect(await command({ task: '' })).toBe('give a task_id, so that a person can make a grant for it');
  });
});

describe('making a grant', () => {
  test('gives 15 minutes and 10 calls unless said, on disk and private', async () => {
    const state = newState();
    const now = Date.parse('2026-11-30T10:00:00Z');
    const grant = await addGrant(state, { ...REQUEST, tools: ['click', 'click'], now });
    expect(grant).toEqual({
      format: 'mcp-adapter/grant@1',
      id: expect.stringMatching(/^g-[0-9a-f]{32}$/),
      task: 't-91',
      tools: ['click'],
      origins: [],
      principal: 'local',
      max_calls: 10,
      created_at: '2026-11-30T10:00:00.000Z',
      expires_at: '2026-11-30T10:15:00.000Z',
      revoked_at: null,
      by: 'a person',
    });
    expect(JSON.parse(readFileSync(fileOf(state, grant), 'utf8'))).toEqual(grant);
    expect(readdirSync(join(state, 'grants'))).toEqual([`${grant.id}.json`]);
  });

  test.each<[string, Partial<GrantRequest>, string]>([
    ['an empty task', { task: '' }, 'the task'],
    ['no tools', { tools: [] }, '1 to 50 tools, not 0'],
    ['51 tools', { tools: Array.from({ length: 51 }, (_, n) => `t${n}`) }, '1 to 50 tools, not 51'],
    ['a star', { tools: ['*'] }, 'the tool "*"'],
    ['a day and a millisecond', { ttlMs: 86_400_001 }, 'the time to live "86400001"'],
    ['no time', { ttlMs: 0 }, 'the time to live "0"'],
    ['no number of ms', { ttlMs: Number.NaN }, 'the time to live "NaN"'],
    ['no calls', { maxCalls: 0 }, 'the number of calls "0"'],
    ['1,001 calls', { maxCalls: 1_001 }, 'the number of calls "1001"'],
    ['half a call', { maxCalls: 1.5 }, 'the number of calls "1.5"'],
    ['an origin with a path', { origins: ['https://shop.example/orders'] }, '"https://shop.example/orders" is no origin'],
    ['an origin with a query', { origins: ['https://shop.example/?a'] }, 'is no origin'],
    ['an origin with a user', { origins: ['https://me@shop.example'] }, 'is no origin'],
    ['an origin without a scheme', { origins: ['shop.example'] }, '"shop.example" is no origin'],
    ['an origin with a star', { origins: ['https://*.example'] }, 'is no origin'],
    ['a file', { origins: ['file:///etc'] }, 'is no origin'],
    ['an empty principal', { principal: '' }, 'the principal'],
  ])('refuses %s, and makes nothing', async (_name, over, said) => {
    const state = newState();
    await expect(addGrant(state, { ...REQUEST, ...over })).rejects.toMatchObject({ name: 'Fault', message: expect.stringContaining(said) });
    expect(existsSync(join(state, 'grants'))).toBe(false);
  });

  test('allows what is just within the bounds', async () => {
    const tools = Array.from({ length: 50 }, (_, n) => `t${n}`);
    const state = newState();
    const grant = await addGrant(state, { ...REQUEST, task: 'x'.repeat(200), tools, ttlMs: 86_400_000, maxCalls: 1_000 });
    expect(await grantFiles(state).find(wish({ task: 'x'.repeat(200), tool: 't49' }))).toEqual({ grant });
  });
});

describe('the list of grants', () => {
  test('tells what became of each, those that count first', async () => {
    const { state, grant: active, store, time } = await withGrant({ maxCalls: 2 });
    const now = time.now;
    const used = await addGrant(state, { ...REQUEST, maxCalls: 1, now: now - 1 });
    const revoked = await addGrant(state, { ...REQUEST, now: now - 2 });
    const expired = await addGrant(state, { ...REQUEST, now: now - 3, ttlMs: 1 });
    const early = await addGrant(state, { ...REQUEST, now: now + 6_000 });
    await store.use(active, WISH);
    await store.use(used, WISH);
    await revokeGrant(state, revoked.id);
    writeFileSync(join(state, 'grants', 'g-x.json'), '');
    const listed = await listGrants(state, now);
    expect(
      listed.map((each) => [each.status, each.status === 'damaged' ? each.why : each.grant.id, 'uses' in each ? each.uses : 0]),
    ).toEqual([
      ['active', active.id, 1],
      ['early', early.id, 0],
      ['used-up', used.id, 1],
      ['revoked', revoked.id, 0],
      ['expired', expired.id, 0],
      ['damaged', 'it is empty', 0],
    ]);
  });

  test('calls one expired from its very millisecond', async () => {
    const { state, grant } = await withGrant();
    const end = Date.parse(grant.expires_at);
    expect(await listGrants(state, end - 1)).toMatchObject([{ status: 'active' }]);
    expect(await listGrants(state, end)).toMatchObject([{ status: 'expired' }]);
  });

  test('is empty where there is no folder', async () => {
    expect(await listGrants(join(newState(), 'missing'))).toEqual([]);
  });
});

describe('revoking', () => {
  test('keeps the time of the first revocation', async () => {
    const { state, grant } = await withGrant();
    const first = await revokeGrant(state, grant.id, 1_000);
    expect(first.revoked_at).toBe('1970-01-01T00:00:01.000Z');
    expect(await revokeGrant(state, grant.id, 2_000)).toEqual(first);
  });

  test('of an unknown id names the nearest, or says where grants are listed', async () => {
    const { state, grant } = await withGrant();
    const misspelt = `${grant.id.slice(0, -1)}${grant.id.endsWith('0') ? '1' : '0'}`;
    await expect(revokeGrant(state, misspelt)).rejects.toMatchObject({ name: 'Fault', hint: `did you mean "${grant.id}"?` });
    writeFileSync(join(state, 'elsewhere.json'), JSON.stringify({ ...grant, id: 'elsewhere' }));
    for (const id of ['nothing', '../elsewhere', ''])
      await expect(revokeGrant(state, id)).rejects.toMatchObject({
        name: 'Fault',
        hint: expect.stringContaining('mcp-adapter grant list'),
      });
  });
});
