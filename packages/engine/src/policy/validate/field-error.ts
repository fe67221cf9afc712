import { goQuote } from '../../go/index.ts'
import type { Problem, Span } from '../../text/index.ts'
import type { ScalarNode } from '../../yaml/index.ts'
import type { Struct } from '../decode/decoded-value.ts'

// Errors of validation, printed as `field.Error` of `k8s.io/apimachinery/pkg/util/validation/field` prints them.

type Friendly = Pick<Problem, 'code' | 'message' | 'span'> & { readonly fix: string }

export function requiredField(path: string, words: string, friendly: Friendly): Problem {
  return error(path, words === '' ? 'Required value' : `Required value: ${words}`, friendly)
}

/** `printed` is the refused value as `field.Error` prints it: a string in Go's quotes, anything else as JSON. */
export function invalidValue(path: string, printed: string, words: string, friendly: Friendly): Problem {
  return error(path, `Invalid value: ${printed}: ${words}`, friendly)
}

export function unsupportedValue(
  path: string,
  value: string,
  supported: readonly string[],
  friendly: Friendly,
): Problem {
  return error(path, unsupportedWords(value, supported), friendly)
}

export function unsupportedWords(value: string, supported: readonly string[]): string {
  return `Unsupported value: ${goQuote(value)}: supported values: ${supported.map(goQuote).join(', ')}`
}

export function forbiddenField(path: string, words: string, friendly: Friendly): Problem {
  return error(path, `Forbidden: ${words}`, friendly)
}

export function tooLongValue(path: string, bytes: number, friendly: Friendly): Problem {
  return error(path, `Too long: may not be more than ${bytes} bytes`, friendly)
}

function error(path: string, body: string, friendly: Friendly): Problem {
  return { severity: 'error', ...friendly, path, detail: `${path}: ${body}` }
}

/**
 * The place that an error about a field points at: its value; its key when the value is null; `otherwise`, the key of the
 * enclosing struct, when the field is absent. Entries of lists have no key, so the first key inside the entry is used.
 */
export function fieldSpan(struct: Struct | undefined, field: string, otherwise: Span): Span {
  if (struct === undefined) return otherwise
  const written = struct.field(field)?.node ?? struct.nullKeys.find(({ name }) => name === field)?.key
  if (written !== undefined) return written
  if (otherwise !== struct.node) return otherwise
  const first: ScalarNode | undefined = struct.fields[0]?.key
  return first ?? struct.node
}
