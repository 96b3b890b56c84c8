import type { Rule } from '../rule.ts';
import { additionalPropertiesMismatch } from './additional-properties-mismatch.ts';
import { arrayNoItems } from './array-no-items.ts';
import { booleanProperty } from './boolean-property.ts';
import { dialect } from './dialect.ts';
import { enumNonString } from './enum-non-string.ts';
import { invalid } from './invalid.ts';
import { missing } from './missing.ts';
import { objectNoProperties } from './object-no-properties.ts';
import { openaiStrict } from './openai-strict.ts';
import { outputRootType } from './output-root-type.ts';
import { propertyName } from './property-name.ts';
import { refDangling } from './ref-dangling.ts';
import { refRecursive } from './ref-recursive.ts';
import { refRemote } from './ref-remote.ts';
import { refUsed } from './ref-used.ts';
import { requiredNotArray } from './required-not-array.ts';
import { requiredUnknown } from './required-unknown.ts';
import { rootCombinator } from './root-combinator.ts';
import { rootType } from './root-type.ts';
import { tooDeep } from './too-deep.ts';
import { tupleItems } from './tuple-items.ts';
import { typeArray } from './type-array.ts';
import { unjudged } from './unjudged.ts';
import { unknownDialect } from './unknown-dialect.ts';
import { unsafeIntegerBound } from './unsafe-integer-bound.ts';
import { unsupportedKeyword } from './unsupported-keyword.ts';

export const schema: readonly Rule[] = [
  additionalPropertiesMismatch,
  arrayNoItems,
  booleanProperty,
  dialect,
  enumNonString,
  invalid,
  missing,
  objectNoProperties,
  openaiStrict,
  outputRootType,
  propertyName,
  refDangling,
  refRecursive,
  refRemote,
  refUsed,
  requiredNotArray,
  requiredUnknown,
  rootCombinator,
  rootType,
  tooDeep,
  tupleItems,
  typeArray,
  unjudged,
  unknownDialect,
  unsafeIntegerBound,
  unsupportedKeyword,
];
