import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveCase } from '../../src/cases/case-store.ts';
import { exactTextOf, keepExact, textHash } from '../../src/cases/exact-text.ts';
import { readCase } from '../../src/cases/read-case.ts';
import { argumentTexts } from './argument-texts.ts';
import { newFolder } from './new-folder.ts';
import { fingerprint, sampleCase, sampleStep } from './sample-case.ts';

const COUNT = 10_000;
/** A case may have 200 calls: so many texts in one file keep the disk out of it. */
const PER_CASE = 200;

test('10,000 generated argument texts are the same, byte by byte, after a case was written and read', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'cases'));
  const texts = argumentTexts(7, COUNT);
  expect(new Set(texts).size).toBeGreaterThan(COUNT * 0.95);
  expect(texts.filter((text) => keepExact(text).wire !== null).length).toBeGreaterThan(COUNT * 0.5);
  let equal = 0;
  for (let start = 0; start < COUNT; start += PER_CASE) {
    const some = texts.slice(start, start + PER_CASE);
    const steps = some.map((text, index) =>
      sampleStep(text, { id: `s${index + 1}`, role: index === some.length - 1 ? 'target' : 'setup' }),
    );
    const saved = sampleCase({ steps, actual: { ...sampleCase().actual, fingerprint: fingerprint(start.toString(16).padStart(8, '0')) } });
    const { file } = await saveCase(join(folder, 'cases'), saved);
    const loaded = readCase(file, file);
    if (!loaded.ok) throw new Error(loaded.why);
    equal += loaded.case.steps.filter((step, index) => {
      const text = some[index] ?? '';
      return exactTextOf(step) === text && step.wire_sha256 === textHash(text);
    }).length;
  }
  expect(equal).toBe(COUNT);
});

test('arguments of 1 MiB are the same after a case was written and read', { timeout: 60_000 }, async () => {
  const texts = [
    JSON.stringify({ text: 'ä"\\\n'.repeat(150_000) }),
    `{"list": [${'1.0, '.repeat(200_000)}0]}`,
    `{"deep":${'['.repeat(200)}${'"x",'.repeat(250_000)}1${']'.repeat(200)}}`,
    `{"deep":${'{"a":'.repeat(180_000)}1${'}'.repeat(180_000)}}`,
  ];
  const folder = newFolder();
  for (const [index, text] of texts.entries()) {
    expect(text.length).toBeGreaterThan(900_000);
    const actual = { ...sampleCase().actual, fingerprint: fingerprint(`0000000${index}`) };
    const { file } = await saveCase(folder, sampleCase({ steps: [sampleStep(text)], actual }));
    const loaded = readCase(file, file);
    if (!loaded.ok) throw new Error(loaded.why);
    const [step] = loaded.case.steps;
    expect(step && textHash(exactTextOf(step))).toBe(textHash(text));
  }
});
