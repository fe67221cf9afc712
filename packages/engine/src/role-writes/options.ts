import { byteLength, goQuote, isPrintable, readQuery } from '../go/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { splitTarget } from '../http/index.ts'

/** The options in the query of a write. */
export interface WriteOptions {
  readonly strict: boolean
  /** Whether errors of strict decoding are warnings, which is the default. */
  readonly warns: boolean
  readonly dryRun: boolean
  /** The errors of validating the options, as the API server prints them. */
  readonly invalid: readonly string[]
}

const LONGEST_MANAGER = 128
const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn']

/**
 * Reads the options of a create, update or patch (Go: `k8s.io/apimachinery/pkg/apis/meta/v1/validation`). `patch` is
 * present for a patch, and tells whether it is an apply.
 */
export function writeOptions({ target }: HTTPRequest, patch?: { readonly apply: boolean }): WriteOptions {
  const { values } = readQuery(splitTarget(target).query)
  const first = (name: string): string => values.get(name)?.[0] ?? ''
  const manager = first('fieldManager')
  const dryRun = values.get('dryRun') ?? []
  const fieldValidation = first('fieldValidation')
  const invalid: string[] = []
  if (patch?.apply && manager === '') invalid.push('fieldManager: Required value: is required for apply patch')
  if (patch?.apply === false && values.has('force')) {
    invalid.push('force: Forbidden: may not be specified for non-apply patch')
  }
  if (byteLength(manager) > LONGEST_MANAGER) {
    invalid.push(`fieldManager: Too long: may not be more than ${LONGEST_MANAGER} bytes`)
  }
  invalid.push(...unprintable(manager))
  if (dryRun.some((one) => one !== 'All')) {
    invalid.push(`dryRun: Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`)
  }
  if (!FIELD_VALIDATION.includes(fieldValidation)) {
    const supported = FIELD_VALIDATION.map(goQuote).join(', ')
    invalid.push(`fieldValidation: Unsupported value: ${goQuote(fieldValidation)}: supported values: ${supported}`)
  }
  return {
    strict: fieldValidation === 'Strict',
    warns: fieldValidation === '' || fieldValidation === 'Warn',
    dryRun: dryRun.length > 0,
    invalid,
  }
}

function unprintable(manager: string): readonly string[] {
  const problems: string[] = []
  let at = 0
  for (const character of manager) {
    const code = character.codePointAt(0) as number
    if (!isPrintable(code)) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      problems.push(`fieldManager: Invalid value: ${goQuote(manager)}: invalid character ${name} (at position ${at})`)
    }
    at += byteLength(character)
  }
  return problems
}
