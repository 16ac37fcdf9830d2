/**
 * Schemas for external data. Re-exports the parts of valibot that the extension uses, so that the package contains them
 * only once.
 */
export {
  array,
  boolean,
  check,
  custom,
  finite,
  type GenericSchema,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  minValue,
  nullable,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  rawTransform,
  safeInteger,
  safeParse,
  strictObject,
  string,
  transform,
  union,
  unknown,
  variant,
} from 'valibot';
