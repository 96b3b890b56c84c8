import type { Rule } from '../rule.ts';
import { base64InText } from './base64-in-text.ts';
import { contentItemInvalid } from './content-item-invalid.ts';
import { contentMissing } from './content-missing.ts';
import { contentNotArray } from './content-not-array.ts';
import { errorAsSuccess } from './error-as-success.ts';
import { errorStructuredMismatch } from './error-structured-mismatch.ts';
import { errorWithoutText } from './error-without-text.ts';
import { imageDataUri } from './image-data-uri.ts';
import { inlineImage } from './inline-image.ts';
import { listWithoutCount } from './list-without-count.ts';
import { mediaTypeMismatch } from './media-type-mismatch.ts';
import { memberType } from './member-type.ts';
import { notEnveloped } from './not-enveloped.ts';
import { protocolErrorForToolFailure } from './protocol-error-for-tool-failure.ts';
import { rawException } from './raw-exception.ts';
import { rawObject } from './raw-object.ts';
import { resourceUndeclared } from './resource-undeclared.ts';
import { structuredMismatch } from './structured-mismatch.ts';
import { structuredMissing } from './structured-missing.ts';
import { structuredNotObject } from './structured-not-object.ts';
import { structuredWithoutText } from './structured-without-text.ts';
import { tooLarge } from './too-large.ts';

export const result: readonly Rule[] = [
  contentMissing,
  contentNotArray,
  contentItemInvalid,
  memberType,
  structuredNotObject,
  structuredMissing,
  structuredMismatch,
  structuredWithoutText,
  errorStructuredMismatch,
  errorAsSuccess,
  errorWithoutText,
  protocolErrorForToolFailure,
  notEnveloped,
  rawException,
  imageDataUri,
  mediaTypeMismatch,
  inlineImage,
  base64InText,
  tooLarge,
  listWithoutCount,
  rawObject,
  resourceUndeclared,
];
